import { type Kysely, sql } from "kysely";
import { type MachineStateChange, STATES_WITHOUT_CONNECTION, wasHealthyWhenLeaving } from "@/lib/domain/history/loss-ends";
import type { EndingCause } from "@/lib/domain/history/transition";
import type { GroupDeletion } from "@/lib/server/fleet/fleet-group";
import type { HistorySchema } from "@/lib/server/history/schema";
import { storedMember } from "@/lib/server/history/stored";
import { groupKey } from "./accepted-losses";
import { groupedLater, PLANNED_WORDS } from "./endings";
import type { Series } from "./series-in-sight";
import type { Span } from "./spans";

/** A machine that came to a group, or left it. */
export interface Membership {
  readonly id: number;
  readonly series: number;
  readonly at: number;
  /** 1 = one more, -1 = one less. */
  readonly by: 1 | -1;
  /** Why it went: an EndingCause; "" where it came. */
  readonly cause: string;
}

/** Machines that joined or left since a moment and until another, of those that have a number above `after`, in order of time. */
export async function membershipsSince(database: Kysely<HistorySchema>, since: number, after: number, until: number): Promise<Membership[]> {
  const rows = await database
    .selectFrom("transition")
    .select(["id", "series_id", "type", "at", "to_word"])
    .where("type", "in", ["appeared", "ended"])
    .where("at", ">=", since)
    .$if(Number.isFinite(until), (query) => query.where("at", "<=", until))
    .where("id", ">", after)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const stored = rows.flatMap(({ id, series_id, type, at, to_word }): readonly Membership[] =>
    series_id === null ? [] : [{ id, series: series_id, at, by: type === "appeared" ? 1 : -1, cause: type === "appeared" ? "" : to_word }],
  );
  const later = (await groupedLater(database, { from: since, to: Number.isFinite(until) ? until : Number.MAX_SAFE_INTEGER })).filter(({ id }) => id > after);
  if (later.length === 0) return stored;
  const left = later.map(({ id, series_id, at, to_word }): Membership => ({ id, series: series_id, at, by: -1, cause: to_word }));
  return [...stored, ...left].sort((one, other) => one.at - other.at || one.id - other.id);
}

/** A group with the last moment at which a machine joined or left it. Milliseconds. */
interface LastMove extends Omit<Series, "id"> {
  readonly at: number;
}

/** The last join or leave of each group of a cluster between two moments. */
export async function lastMoves(database: Kysely<HistorySchema>, cluster: string, { from, to }: Span): Promise<readonly LastMove[]> {
  const rows = await database
    .selectFrom("transition")
    .innerJoin("series", "series.id", "transition.series_id")
    .select(({ fn }) => ["namespace", "group_name", fn.max("at").as("at")])
    .where("type", "in", ["appeared", "ended"])
    .where("at", ">=", from)
    .where("at", "<=", to)
    .where("cluster", "=", cluster)
    .groupBy(["namespace", "group_name"])
    .execute();
  return rows.map(({ namespace, group_name, at }) => ({ cluster, namespace, group: group_name, at: Number(at) }));
}

/** A deletion of a group's object. */
interface RecordedDeletion extends GroupDeletion {
  readonly series: number;
}

/** The deletions of groups since a moment and until another, in order of time. They are rare, and found by their type. */
export async function deletionsSince(database: Kysely<HistorySchema>, since: number, until: number): Promise<readonly RecordedDeletion[]> {
  const rows = await database
    .selectFrom("transition")
    .select(["series_id", "at", "not_before"])
    .where("type", "=", "group-deleted")
    .where("at", ">=", since)
    .$if(Number.isFinite(until), (query) => query.where("at", "<=", until))
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.flatMap(({ series_id, at, not_before }) => (series_id === null ? [] : [{ series: series_id, at, notBefore: not_before }]));
}

/** How many machines each group had at a moment. */
export async function sizesAt(database: Kysely<HistorySchema>, at: number): Promise<ReadonlyMap<number, number>> {
  const counted = database
    .selectFrom("version")
    .select(["series_id", ({ fn }) => fn.countAll<number>().as("machines")])
    .where("valid_from", "<=", at)
    .where("state", ">=", 0)
    .groupBy("series_id");
  const [still, were] = await Promise.all([counted.where("valid_to", "is", null).execute(), counted.where("valid_to", ">", at).execute()]);
  const sizes = new Map<number, number>();
  for (const { series_id, machines } of [...still, ...were]) if (series_id !== null) sizes.set(series_id, (sizes.get(series_id) ?? 0) + Number(machines));
  return sizes;
}

/** The machine of an unplanned end: its name, and if it left by itself without trouble. A machine whose group was deleted did not. */
interface LostMachine {
  readonly name: string;
  readonly wasHealthy: boolean;
}

/** The machines that left unplanned since a moment, by the number of their end, of those above `after`. They are few: joins are not looked up. */
export async function lostSince(database: Kysely<HistorySchema>, since: number, after: number): Promise<ReadonlyMap<number, LostMachine>> {
  const rows = await database
    .selectFrom("transition")
    .innerJoin("subject", "subject.id", "transition.subject_id")
    .select(["transition.id", "transition.subject_id", "transition.at", "transition.from_word", "transition.to_word", "subject.name"])
    .where("type", "=", "ended")
    .where("at", ">=", since)
    .where("to_word", "not in", PLANNED_WORDS)
    .where("transition.id", ">", after)
    .execute();
  const away = rows.filter(({ from_word }) => STATES_WITHOUT_CONNECTION.includes(from_word)).map(({ subject_id }) => subject_id);
  const steps = await stateSteps(database, [...new Set(away)]);
  return new Map(
    rows.map(({ id, subject_id, at, from_word, to_word, name }) => {
      const wasHealthy = to_word !== GROUP_DELETED && wasHealthyWhenLeaving(from_word, stepsBefore(steps.get(subject_id), at), at);
      return [id, { name, wasHealthy }];
    }),
  );
}

const GROUP_DELETED: EndingCause = "group-deleted";

/** A machine of an incident, with the moments from which it was lost. Milliseconds. */
export interface LostMember {
  readonly name: string;
  readonly lostAt: readonly number[];
}

/** The machines that left healthy and were lost in an incident of several groups until a moment, by the key of their group (`groupKey`). */
export async function lostInIncidents(
  database: Kysely<HistorySchema>,
  groups: readonly string[],
  until: number,
): Promise<ReadonlyMap<string, readonly LostMember[]>> {
  const found = new Map<string, LostMember[]>();
  if (groups.length === 0) return found;
  const rows = await database
    .selectFrom("incident_member")
    .innerJoin("incident", "incident.id", "incident_member.incident_id")
    .selectAll("incident_member")
    .where("kind", "=", "entry")
    .where("group_name", "in", [...new Set(groups)])
    .where("is_expired", "=", 0)
    .$if(Number.isFinite(until), (query) => query.where("joined_at", "<=", until))
    .execute();
  const wide = await incidentsOfSeveralGroups(database, [...new Set(rows.map(({ incident_id }) => incident_id))]);
  for (const row of rows) {
    if (!wide.has(row.incident_id)) continue;
    const { machine, spans, leftHealthy } = storedMember(row);
    const lostAt = spans.flatMap(({ condition, from }) => (condition === "lost" ? [from] : []));
    const key = groupKey(machine);
    if (leftHealthy && lostAt.length > 0) found.set(key, [...(found.get(key) ?? []), { name: machine.name, lostAt }]);
  }
  return found;
}

async function incidentsOfSeveralGroups(database: Kysely<HistorySchema>, incidents: readonly number[]): Promise<ReadonlySet<number>> {
  const several = new Set<number>();
  for (let from = 0; from < incidents.length; from += AT_ONCE) {
    const rows = await database
      .selectFrom("incident_member")
      .select("incident_id")
      .where("kind", "=", "entry")
      .where("incident_id", "in", incidents.slice(from, from + AT_ONCE))
      .groupBy("incident_id")
      .having(sql<number>`count(distinct namespace || '/' || group_name)`, ">", 1)
      .execute();
    for (const { incident_id } of rows) several.add(incident_id);
  }
  return several;
}

/** The changes of state of some machines, in order of time. */
async function stateSteps(database: Kysely<HistorySchema>, subjects: readonly number[]): Promise<ReadonlyMap<number, readonly MachineStateChange[]>> {
  const steps = new Map<number, MachineStateChange[]>();
  for (let from = 0; from < subjects.length; from += AT_ONCE) {
    const rows = await database
      .selectFrom("transition")
      .select(["id", "subject_id", "at", "from_word", "to_word"])
      // By machine, not by type: few left, and many changed their state.
      .where(sql<string>`type || ''`, "=", "state")
      .where("subject_id", "in", subjects.slice(from, from + AT_ONCE))
      .execute();
    for (const { subject_id, at, from_word, to_word } of rows.sort((one, other) => one.at - other.at || one.id - other.id)) {
      const own = steps.get(subject_id) ?? [];
      steps.set(subject_id, own);
      own.push({ at, from: from_word, to: to_word });
    }
  }
  return steps;
}

function stepsBefore(steps: readonly MachineStateChange[] | undefined, at: number): readonly MachineStateChange[] {
  return steps?.filter((step) => step.at <= at) ?? [];
}

/** At most so many numbers go into one query. */
const AT_ONCE = 500;

/** The names of the machines of some transitions, by the number of the transition. */
export async function namesOf(database: Kysely<HistorySchema>, transitions: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for (let from = 0; from < transitions.length; from += AT_ONCE) {
    const rows = await database
      .selectFrom("transition")
      .innerJoin("subject", "subject.id", "transition.subject_id")
      .select(["transition.id", "subject.name"])
      .where("transition.id", "in", transitions.slice(from, from + AT_ONCE))
      .execute();
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}
