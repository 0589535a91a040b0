import type { IncidentEngine } from "@/lib/domain/incidents/engine";
import { atMost, mustBe, print } from "@/lib/testing/figures";
import { aFleet, anEngine, IncidentFleet, observed, SECOND, START } from "@/lib/testing/incident-fleet";
import { randomFrom } from "./random";

const FAILED = 10_000;
const PER_GROUP = 50;
/** One batch in this time, as the feed sends them. */
const BATCH_MS = 50;
const MINUTE_MS = 60 * SECOND;

/** P22: machines of one zone that fail within a minute, up to 10,000: the CPU time of each batch, of one batch with all of them, and of an idle minute. */
export function incidents(entries: number): void {
  const base = { part: "P22", entries, unit: "ms" };
  const zone = fleetWithZone(entries);
  const random = randomFrom(7);
  const failures = zone.inZone("zone-x").map((machine) => observed(machine, "lost", Math.floor(random() * MINUTE_MS)));
  failures.sort((a, b) => a.at - b.at);
  const engine = anEngine(zone);
  let next = 0;
  const costs: number[] = [];
  for (let now = START; now <= START + MINUTE_MS + SECOND; now += BATCH_MS) {
    const from = next;
    while ((failures[next]?.at ?? Number.POSITIVE_INFINITY) <= now) next++;
    costs.push(cpuOf(engine, () => engine.take(failures.slice(from, next)), now));
  }
  const metric = `${failures.length} machines of a zone fail within a minute`;
  print(atMost(50, { ...base, metric: `${metric}: the most expensive batch of ${BATCH_MS} ms`, value: Math.max(...costs) }));
  print(
    mustBe({ part: "P22", entries, metric: `${metric}: one incident`, value: engine.incidents.filter(({ mergedInto }) => mergedInto === null).length === 1 }),
  );
  print(atMost(5, { ...base, metric: "an idle minute with that incident, decided every second", value: idleCost(engine) }));
  const whole = anEngine(zone);
  const together = failures.map((failure) => ({ ...failure, at: START }));
  print(atMost(50, { ...base, metric: `${failures.length} machines fail in one batch`, value: cpuOf(whole, () => whole.take(together), START) }));
}

/** A fleet in which a tenth of the machines, at least a thousand and at most ten thousand, are in the zone "zone-x". */
function fleetWithZone(entries: number): IncidentFleet {
  const { machines } = aFleet(Math.ceil(entries / PER_GROUP), PER_GROUP);
  const every = Math.max(2, Math.floor(entries / FAILED));
  return new IncidentFleet(machines.map((machine, index) => (index % every === 0 ? { ...machine, traits: { ...machine.traits, zone: "zone-x" } } : machine)));
}

function idleCost(engine: IncidentEngine): number {
  engine.passTo(START + 10 * MINUTE_MS);
  let cost = 0;
  for (let second = 1; second <= 60; second++) cost += cpuOf(engine, () => undefined, START + 10 * MINUTE_MS + second * SECOND);
  return cost;
}

/** The CPU time in milliseconds until a batch is decided and its incidents are ready to be stored. */
function cpuOf(engine: IncidentEngine, take: () => void, now: number): number {
  const before = process.cpuUsage();
  take();
  engine.passTo(now);
  engine.takeChanged();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
