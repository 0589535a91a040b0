import { type Kysely, type Selectable, type SqlBool, sql } from "kysely";
import type { ActivityRow, ChartMarker } from "@/lib/contract/answers/history";
import type { IncidentMember } from "@/lib/domain/incidents/incident";
import { isBad } from "@/lib/domain/incidents/observation";
import type { Scope } from "@/lib/domain/source/scope";
import type { HistorySchema } from "@/lib/server/history/schema";
import { storedMember, storedNumbers } from "@/lib/server/history/stored";
import { allOf, hasMember, machinesOf, shownIncidents, visibleMembers } from "./incidents";
import type { PickedMachines } from "./series-in-sight";
import type { Span } from "./spans";

type Tables = Kysely<HistorySchema>;

/** The most incidents that a chart marks: the newest. */
const MOST_MARKED = 24;
/** An incident, and a machine that joins it, are stored within this time. A page of the past must show what the live page had. Milliseconds. */
const STORED_MS = 2_000;
/** The history folds equal changes of this time, and an incident has the moment of the first. Milliseconds. */
const SAME_CHANGE_MS = 5_000;
/** The changes by which a machine stops serving. */
const FAILURES: ReadonlySet<ActivityRow["type"]> = new Set(["state", "health", "ended"]);

/**
 * Returns a mark at the beginning of each incident of the picked machines and services that opened within a span. The beginning is that of its visible part. A
 * page of the past has the incidents that were known then.
 */
export async function incidentMarkers(database: Tables, picked: PickedMachines, { from, to }: Span, scope: Scope): Promise<readonly ChartMarker[]> {
  const found = await shownIncidents(database, scope)
    .where("opened_at", ">=", from)
    .where("opened_at", "<=", to - STORED_MS)
    .where(hasMember(allOf([visibleMembers(scope, picked), ...machinesOf({ group: picked.group, zone: null }), sql<SqlBool>`joined_at <= ${to - STORED_MS}`])))
    .orderBy("opened_at", "desc")
    .orderBy("incident_key", "desc")
    .limit(MOST_MARKED)
    .execute();
  const shown = found.filter(hasBeginning);
  // The first failure may be that of a hidden machine.
  const isWhole = (row: (typeof found)[number]) => Number(row.machines) === 1 && Number(row.services) === 1;
  const joined = await firstJoins(
    database,
    shown.flatMap((row) => (isWhole(row) ? [] : [row.id])),
    scope,
  );
  return shown.map((row) => markerOf(row.incident_key, joined.get(row.id) ?? row.began_at));
}

/** Returns the moments at which the first visible machines or services joined these incidents. */
async function firstJoins(database: Tables, ids: readonly number[], scope: Scope): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom("incident_member")
    .select(["incident_id", ({ fn }) => fn.min<number>("joined_at").as("first")])
    .where("incident_id", "in", ids)
    .where(visibleMembers(scope))
    .groupBy("incident_id")
    .execute();
  return new Map(rows.map(({ incident_id, first }) => [incident_id, Number(first)]));
}

/** Returns a mark at each failure of one machine with which it joined an incident. The caller has checked that the machine is visible. */
export async function machineIncidentMarkers(database: Tables, machine: { readonly cluster: string; readonly uid: string }, { from, to }: Span) {
  const rows = await membershipsOf(database, [memberId(machine)]);
  const marks = rows
    .filter((row) => hasBeginning({ ...row, format: row.numbers_format }))
    .map((row) => markerOf(row.incident_key, failuresOf(row)[0] ?? row.joined_at));
  return marks.filter(({ at }) => at >= from && at <= to);
}

/** Adds its incident to each change by which a machine of an incident stopped serving. The caller has checked that the machines are visible. */
export async function withIncidents(database: Tables, rows: readonly ActivityRow[]): Promise<ActivityRow[]> {
  const failures = rows.filter(({ kind, type }) => kind === "entry" && FAILURES.has(type));
  const stored = failures.length === 0 ? [] : await membershipsOf(database, [...new Set(failures.map(memberId))]);
  const incidentOf = (row: ActivityRow) =>
    stored.find((one) => one.member === memberId(row) && failuresOf(one).some((at) => Math.abs(at - row.at) <= SAME_CHANGE_MS))?.incident_key;
  return rows.map((row) => {
    const incident = failures.includes(row) ? incidentOf(row) : undefined;
    return incident === undefined ? row : { ...row, incident };
  });
}

function membershipsOf(database: Tables, members: readonly string[]) {
  return database
    .selectFrom("incident_member")
    .innerJoin("incident", "incident.id", "incident_member.incident_id")
    .selectAll("incident_member")
    .select(["incident_key", "not_before", "opened_at", "numbers", "incident.format as numbers_format"])
    .where("kind", "=", "entry")
    .where("member", "in", members)
    .where("is_expired", "=", 0)
    .where("merged_into", "is", null)
    .orderBy("joined_at", "desc")
    .execute();
}

/** False if the first start found it: it began at an unknown moment before. */
function hasBeginning(row: Parameters<typeof storedNumbers>[0] & Pick<HistorySchema["incident"], "not_before">): boolean {
  return row.not_before !== null || !storedNumbers(row).foundAtStart;
}

/** The moments at which a machine became failed, lost or unverified. */
function failuresOf(row: Selectable<HistorySchema["incident_member"]>): readonly number[] {
  const { spans }: Pick<IncidentMember, "spans"> = storedMember(row);
  return spans.filter(({ condition }) => isBad(condition)).map(({ from }) => from);
}

function memberId({ cluster, uid }: { readonly cluster: string; readonly uid: string }): string {
  return `${cluster}/${uid}`;
}

function markerOf(incident: string, at: number): ChartMarker {
  return { at, kind: "incident", label: `incident ${incident}`, detail: "", count: 1, incident };
}
