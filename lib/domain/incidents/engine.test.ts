import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aFleet, changed, countedKeys, endpointsOf, MINUTE, observed, RADIUS, SECOND, START, settled } from "@/lib/testing/incident-fleet";
import { IncidentEngine, replayIncidents } from "./engine";
import { currentBadCondition, type Incident } from "./incident";
import { isBad, type Observation } from "./observation";

const fleet = aFleet(4, 6);
const END = 45 * MINUTE;

/** A step of a random history. `pick` chooses the machine, group or zone. */
interface Step {
  readonly kind:
    | "fail"
    | "lose"
    | "doubt"
    | "wait"
    | "return"
    | "settle"
    | "zone"
    | "group"
    | "all-return"
    | "service"
    | "window"
    | "sight"
    | "restart"
    | "change";
  readonly pick: number;
  readonly at: number;
}

const KINDS: readonly Step["kind"][] = [
  ...(["fail", "lose", "doubt", "wait", "return", "return", "settle", "zone", "group", "all-return", "all-return"] as const),
  ...(["service", "window", "sight", "restart", "change"] as const),
];
const steps: fc.Arbitrary<Step[]> = fc
  .array(fc.record({ kind: fc.constantFrom(...KINDS), pick: fc.nat(1_000), at: fc.integer({ min: 0, max: END - 5 * MINUTE }) }), {
    minLength: 1,
    maxLength: 30,
  })
  .map((list) => [...list].sort((a, b) => a.at - b.at));

/** Returns the observations of a step. `away`: machines whose loss was settled; they are not observed until they return. */
function observationsOf({ kind, pick, at }: Step, away: Set<string>): readonly Observation[] {
  const machine = fleet.machine(`group-${1 + (pick % 4)}`, pick % 6);
  const condition = { fail: "failed", lose: "lost", doubt: "unverified", wait: "waiting", return: "serving" } as const;
  const known = <M extends { readonly id: string }>(machines: readonly M[]) => machines.filter(({ id }) => !away.has(id));
  switch (kind) {
    case "fail":
    case "lose":
    case "doubt":
    case "wait":
    case "return":
      if (kind === "return") away.delete(machine.id);
      return known([machine]).map((one) => observed(one, condition[kind], at));
    case "settle":
      away.add(machine.id);
      return [observed(machine, "lost", at), settled(machine, "replaced", at)];
    case "zone":
      return known(fleet.inZone(["zone-a", "zone-b", "zone-c"][pick % 3] ?? "")).map((one, index) => observed(one, "lost", at + index * 100));
    case "group":
      return known(fleet.of(`group-${1 + (pick % 4)}`)).map((one, index) => observed(one, "failed", at + index * 300));
    case "all-return":
      away.clear();
      return fleet.machines.map((one) => observed(one, "serving", at));
    case "service":
      return [endpointsOf(RADIUS, pick % 2, at, pick % 3 === 0 ? null : machine.id)];
    case "window":
      return [windowOf(pick, at)];
    case "sight":
      return [{ kind: "cluster", at: START + at, notBefore: null, cluster: "eu-1", sight: pick % 2 === 0 ? "stale" : "observed" }];
    case "restart":
      return [{ kind: "started", at: START + at, notBefore: null, stoppedAt: pick % 10 === 0 ? null : START + at - 1 }];
    case "change":
      return [changed(`change-${pick}`, at, pick % 2 === 0 ? null : ["shop/group-1", "shop/group-2"])];
  }
}

function windowOf(pick: number, at: number): Observation & { readonly kind: "maintenance" } {
  const until = START + at + (pick % 12) * MINUTE;
  return {
    kind: "maintenance",
    at: START + at,
    notBefore: null,
    cluster: "eu-1",
    namespace: "shop",
    group: `group-${1 + (pick % 4)}`,
    reason: "kernel",
    from: START + at,
    until,
  };
}

const histories = steps.map((list) => {
  const away = new Set<string>();
  return list.flatMap((step) => observationsOf(step, away)).sort((a, b) => a.at - b.at);
});

function engineWith(newKey: () => string): IncidentEngine {
  return new IncidentEngine({ population: fleet, newKey });
}

/** Takes a history second by second. `look` is called each second. */
function play(engine: IncidentEngine, history: readonly Observation[], look: (now: number, taken: readonly Observation[]) => void): void {
  let taken = 0;
  for (let now = START; now <= START + END; now += SECOND) {
    const from = taken;
    while ((history[taken]?.at ?? Number.POSITIVE_INFINITY) <= now) taken++;
    engine.take(history.slice(from, taken));
    engine.passTo(now);
    look(now, history.slice(from, taken));
  }
}

/** The machines of a history as a reader without the engine counts them: the bad ones, each with the moment since which it is bad. */
class Machines {
  readonly badSince = new Map<string, number>();
  readonly #leftHealthy = new Set<string>();
  readonly #windows = new Map<string, { from: number; until: number }>();

  take(observations: readonly Observation[]): void {
    for (const one of observations) {
      if (one.kind === "maintenance") this.#windows.set(one.group ?? "", one);
      if (one.kind === "settled") this.badSince.delete(one.machineId);
      if (one.kind !== "machine") continue;
      if (!isBad(one.condition)) this.badSince.delete(one.machine.id);
      else if (!this.badSince.has(one.machine.id)) {
        this.badSince.set(one.machine.id, one.at);
        if (one.condition === "lost" && one.wasHealthy) this.#leftHealthy.add(one.machine.id);
        else this.#leftHealthy.delete(one.machine.id);
      }
    }
  }

  /** The machines that are bad for two minutes, and in no maintenance window. One that left healthy may be replaced for ten minutes. */
  inTrouble(now: number): string[] {
    return fleet.machines
      .filter(({ id, group }) => {
        const window = this.#windows.get(group);
        const isPlanned = window !== undefined && window.from <= now && now < window.until;
        return !isPlanned && now - (this.badSince.get(id) ?? now) >= (this.#leftHealthy.has(id) ? 10 : 2) * MINUTE;
      })
      .map(({ id }) => id);
  }
}

const membersOf = (incidents: readonly Incident[]) => incidents.filter(({ state }) => state !== "over").flatMap(({ members }) => members);

describe("incidents of random histories", () => {
  it("contain each machine in trouble for 2 min exactly once, and count no other machine as bad, at every second", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const machines = new Machines();
        const engine = engineWith(countedKeys());
        play(engine, history, (now, observations) => {
          machines.take(observations);
          const members = membersOf(engine.incidents);
          const ids = members.map(({ machine }) => machine.id);
          const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
          const missing = machines.inTrouble(now).filter((id) => !ids.includes(id));
          const wrong = members
            .filter((member) => currentBadCondition(member) !== null && !machines.badSince.has(member.machine.id))
            .map(({ machine }) => machine.id);
          if (twice.length + missing.length + wrong.length > 0) expect({ second: (now - START) / SECOND, twice, missing, wrong }).toBeNull();
        });
        expect(machines.badSince.size).toBeGreaterThanOrEqual(machines.inTrouble(START + END).length);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it("do not depend on the batches", () => {
    fc.assert(
      fc.property(histories, fc.array(fc.nat(30), { maxLength: 30 }), (history, cuts) => {
        const whole = engineWith(countedKeys());
        whole.take(history);
        whole.passTo(START + END);
        const parts = engineWith(countedKeys());
        let from = 0;
        for (const cut of [...cuts, history.length]) {
          parts.take(history.slice(from, from + cut));
          from += cut;
          const next = history[from]?.at;
          // Time may pass up to the next observation.
          if (next !== undefined && cut % 2 === 0) parts.passTo(Math.max(history[from - 1]?.at ?? 0, next - 1 - (cut % 3) * SECOND));
        }
        parts.passTo(START + END);
        expect(parts.incidents).toEqual(whole.incidents);
        expect(parts.rolls).toEqual(whole.rolls);
      }),
      { numRuns: 100 },
    );
  });

  it("are the same if each second is decided alone, and all at the end", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const engine = engineWith(countedKeys());
        const last = new Map<string, Incident>();
        play(engine, history, () => {
          for (const incident of engine.takeChanged()) last.set(incident.key, incident);
        });
        expect(replayIncidents(history, START + END, { population: fleet, newKey: countedKeys() })).toEqual([...last.values()]);
      }),
      { numRuns: 60 },
    );
  });

  it("continue from a stored state as without a stop", () => {
    fc.assert(
      fc.property(histories, fc.nat(END), (history, stop) => {
        const whole = engineWith(countedKeys());
        whole.take(history);
        whole.passTo(START + END);
        const newKey = countedKeys();
        const first = engineWith(newKey);
        const before = history.filter(({ at }) => at <= START + stop);
        first.take(before);
        first.passTo(START + stop);
        const restored = new IncidentEngine({ population: fleet, newKey }, JSON.parse(JSON.stringify(first.stored)));
        expect(restored.incidents).toEqual(first.incidents);
        restored.take(history.slice(before.length));
        restored.passTo(START + END);
        expect(restored.incidents).toEqual(whole.incidents);
      }),
      { numRuns: 100 },
    );
  });
});
