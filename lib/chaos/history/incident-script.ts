import { setTimeout as wait } from "node:timers/promises";
import type { Incident, IncidentMember } from "@/lib/domain/incidents/incident";
import { readFailure } from "@/lib/server/history/failure";
import type { HistoryDatabase } from "@/lib/server/history/open-database";
import { openIncidents } from "@/lib/server/history/queries/incidents";
import { IncidentStore } from "@/lib/server/history/store-incidents";
import { aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { SCRIPT_BEGAN } from "./memory-script";

const CLUSTER = "prod-eu";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Steps of one incident: it opens, grows twice, recovers, is over, gets a line. */
const STEPS = 6;
const TRIES = 20;
/** Replicas observe the same thing up to so many milliseconds apart. */
const SKEW_MS = 50;

/** The progress of a scripted engine, as it stores it. */
interface Progress {
  readonly next: number;
  /** The keys of its incidents, by their number. */
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * Plays the steps of the script as the engine of one replica, from the stored state on. Replicas observe each step at other moments and choose other keys.
 * `acknowledged` receives the number of the steps that are stored.
 */
export async function playIncidents(database: HistoryDatabase, replica: number, count: number, acknowledged: (steps: number) => void): Promise<void> {
  const store = new IncidentStore(database);
  let { next, keys } = await storedProgress(store);
  while (next < count) {
    const number = Math.floor(next / STEPS);
    const key = keys[number] ?? `${number}-of-${replica}`;
    const progress: Progress = { next: next + 1, keys: { [number]: key } };
    const incident = scriptedIncident(number, next % STEPS, key, replica);
    const renamed = await patiently(() =>
      store.save({ cluster: CLUSTER, asOf: next, incidents: [incident], engine: { format: 1, body: JSON.stringify(progress) } }),
    );
    const given = renamed.get(key);
    if (given !== undefined) {
      keys = { [number]: given };
      continue;
    }
    ({ next, keys } = progress);
    acknowledged(next);
  }
}

/** Tries again, as the product does, while the database does not answer. A busy machine may need seconds for a connection. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (thrown) {
      if (attempt === TRIES || readFailure(thrown).remedy !== "patience") throw thrown;
      await wait(100);
    }
  }
}

/** The number of steps that the stored state of the engine contains. */
export async function storedSteps(database: HistoryDatabase): Promise<number> {
  return (await storedProgress(new IncidentStore(database))).next;
}

async function storedProgress(store: IncidentStore): Promise<Progress> {
  const { engine } = await store.restore(CLUSTER);
  return engine === null ? { next: 0, keys: {} } : JSON.parse(engine.body);
}

/** Compares the tables with the script. `steps`: the number of steps that all replicas played. Returns the differences. */
export async function incidentFaults({ read }: HistoryDatabase, steps: number): Promise<readonly string[]> {
  const faults: string[] = [];
  const rows = await read.selectFrom("incident").selectAll().orderBy("id").execute();
  const members = await read.selectFrom("incident_member").selectAll().orderBy("member").execute();
  const versions = await read.selectFrom("incident_version").selectAll().execute();
  const claims = members.flatMap(({ claim }) => (claim === null ? [] : [claim]));
  if (new Set(claims).size !== claims.length) faults.push("a machine belongs to two incidents that are not over");
  const numbers = new Map(rows.map(({ id, incident_key }) => [id, Number.parseInt(incident_key, 10)]));
  for (let number = 0; number * STEPS < steps; number++) {
    const step = Math.min(STEPS, steps - number * STEPS) - 1;
    const own = rows.filter(({ id }) => numbers.get(id) === number);
    const [row] = own;
    if (row === undefined || own.length > 1) faults.push(`incident ${number} is stored ${own.length} times`);
    if (row === undefined) continue;
    const expected = scriptedIncident(number, step, row.incident_key, 0);
    const names = members.filter(({ incident_id }) => incident_id === row.id).map(({ name, condition }) => `${name} ${condition}`);
    const wanted = expected.members.map(({ machine, spans }) => `${machine.name} ${spans.at(-1)?.condition}`).sort();
    const found = [row.state, row.version, JSON.parse(row.numbers).peak.bad, names.sort().join()].join(" ");
    const right = [expected.state, expected.state === "over" ? 1 : 0, expected.peak.bad, wanted.join()].join(" ");
    if (found !== right) faults.push(`incident ${number} after step ${step} is ${found}, not ${right}`);
    if (Math.abs(row.opened_at - expected.openedAt) > SKEW_MS) faults.push(`incident ${number} opened at ${row.opened_at}, not ${expected.openedAt}`);
    const lines = versions.filter(({ incident_id }) => incident_id === row.id).map(({ line_key }) => (line_key === "" ? "frozen" : "line"));
    if (lines.sort().join() !== ["frozen", "line"].slice(0, Math.max(0, step - 3)).join())
      faults.push(`incident ${number} after step ${step} has ${lines.join()}`);
  }
  const open = await openIncidents(read, CLUSTER);
  if (open.length > 1) faults.push(`${open.length} incidents are open`);
  return faults;
}

/** The incident of a number after a step, as one replica observes it. */
function scriptedIncident(number: number, step: number, key: string, replica: number): Incident {
  const began = SCRIPT_BEGAN + number * HOUR + ((replica * 17) % SKEW_MS);
  const size = 3 + Math.min(step, 2);
  const members = Array.from({ length: size }, (_, n): IncidentMember => aMember(number * 10 + n, { joinedAt: began + n }));
  const opened = anIncident({
    ...{ key, members: replica % 2 === 0 ? members : members.reverse(), peak: { at: began, bad: size } },
    ...{ began: { at: began, notBefore: null }, openedAt: began + 1_000, stateSince: began + 1_000 },
  });
  if (step < 3) return opened;
  if (step === 3) return { ...opened, state: "recovering", stateSince: began + 10 * MINUTE };
  const over = anEndedIncident(opened, began + 10 * MINUTE);
  return step === 4 ? over : { ...over, appended: [{ at: began + 30 * MINUTE, what: `swept ${number}` }] };
}
