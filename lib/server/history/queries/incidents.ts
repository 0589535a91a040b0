import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { EarlierIncident } from "@/lib/contract/answers/earlier-incidents";
import type { IncidentCursor } from "@/lib/contract/url/incidents-query";
import { formatCauseTraits } from "@/lib/domain/history/incident-parts";
import type { Incident } from "@/lib/domain/incidents/incident";
import { type IncidentViewer, incidentViewer } from "@/lib/domain/incidents/incident-viewer";
import type { MachineCondition } from "@/lib/domain/incidents/observation";
import { type RemovedParts, visiblePart } from "@/lib/domain/incidents/visible-part";
import type { Scope } from "@/lib/domain/source/scope";
import { incidentUnreadableText } from "@/lib/format/incident-page";
import { replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HistorySchema } from "@/lib/server/history/schema";
import { seriesName } from "@/lib/server/history/series-name";
import { storedLine, storedMember, storedNumbers, storedService, storedState } from "@/lib/server/history/stored";
import { Refusal } from "@/lib/server/http/problem";
import { inPlace } from "./place-filter";
import type { PickedMachines } from "./series-in-sight";
import type { Span } from "./spans";

/** The incidents of a list that are over. Null and an empty list = all. */
export interface EndedIncidentsQuery extends PickedMachines {
  readonly zone: string | null;
  /** The host name, or NAMESPACE/NAME, of a service that lost its last endpoint. */
  readonly service: string | null;
  /** Incidents that began by its end and were not over before its beginning. */
  readonly span: Span | null;
  /** The incidents of the pages before ended later. Null = the first page. */
  readonly before: IncidentCursor | null;
}

/** The visible machines of a group in an incident, by their last condition. */
interface IncidentGroup {
  readonly cluster: string;
  readonly namespace: string;
  /** "" = machines without a group. */
  readonly group: string;
  readonly counts: Readonly<Partial<Record<MachineCondition, number>>>;
}

/** The part of an incident that a viewer sees. */
export interface IncidentInSight {
  /** In a list without machines if the viewer sees all of them: `groups` counts them. */
  readonly incident: Incident;
  readonly groups: readonly IncidentGroup[];
  /** False = there are more machines or services outside of the view. */
  readonly isWhole: boolean;
  /** The reason if its numbers cannot be read. */
  readonly unreadable: string | null;
}

/** One incident. `versions`: the moments at which its numbers were frozen. */
export interface IncidentDetail extends IncidentInSight {
  readonly versions: readonly { readonly version: number; readonly at: number }[];
}

export interface IncidentsPage {
  readonly rows: readonly IncidentInSight[];
  readonly isLast: boolean;
}

type Tables = Kysely<HistorySchema>;
type IncidentRow = Selectable<HistorySchema["incident"]>;
type RowInSight = IncidentRow & { readonly removed: RemovedParts };

/** The rights of a viewer, and the moment, in milliseconds, for which the state of a visible part is computed. */
export interface IncidentSight {
  readonly scope: Scope;
  readonly viewer: IncidentViewer;
  readonly now: number;
}

/** Returns what a viewer of stored incidents sees now. The numbers of machines at the time of an incident are not stored. */
export function incidentSight(fleet: Pick<FleetReader, "worldOf" | "now">, scope: Scope): IncidentSight {
  const viewer = incidentViewer(scope, (cluster) => replicasInSight(fleet.worldOf(cluster), scope).kind !== "denied");
  return { scope, viewer, now: fleet.now() };
}

const PAGE = 50;
/** The most earlier cases of an incident. */
export const MOST_EARLIER = 10;
/** The groups by which earlier cases are searched: those with the most machines. */
const MOST_GROUPS = 20;
const MOST_MERGES = 10;
/** The number of groups that an earlier case names. */
const NAMED_GROUPS = 2;
const EVERYWHERE = { clusters: [], namespaces: [] };

/** Returns a page of the incidents that are over, and of which a viewer sees a machine or a service: with all visible machines, the last ended first. */
export async function endedIncidentsPage(database: Tables, query: EndedIncidentsQuery, sight: IncidentSight): Promise<IncidentsPage> {
  const { service, span } = query;
  const { scope } = sight;
  const cursor = await cursorOf(database, query.before, scope);
  const isAfter = ({ at, key }: Cursor) => sql<SqlBool>`(ended_at < ${at} or (ended_at = ${at} and incident_key < ${key}))`;
  const found = await shownIncidents(database, scope)
    .where("state", "=", "over")
    .$if(cursor !== null, (some) => some.where("ended_at", "<=", cursor?.at ?? 0).where(isAfter(cursor ?? NO_CURSOR)))
    .where(hasMember(allOf([visibleMembers(scope, query), ...machinesOf(query)])))
    .$if(service !== null, (some) => some.where(hasMember(sql`${visibleMembers(scope, query)} and ${isService(service ?? "")}`)))
    .$if(span !== null, (some) => some.where("began_at", "<=", span?.to ?? 0).where("ended_at", ">=", span?.from ?? 0))
    .orderBy("ended_at", "desc")
    .orderBy("incident_key", "desc")
    .limit(PAGE + 1)
    .execute();
  return { rows: await inSight(database, found.slice(0, PAGE).map(withRemoved), sight, "all"), isLast: found.length <= PAGE };
}

/**
 * Returns the incidents that were not over at a moment, with all machines, as they are stored now: not for viewers. With `endedSince`, also the last ones that
 * ended from then on. Milliseconds.
 */
export async function incidentsOpenAt(database: Tables, at: number, endedSince = at): Promise<readonly Incident[]> {
  const stored = database.selectFrom("incident").selectAll().where("opened_at", "<=", at).where("is_expired", "=", 0).where("merged_into", "is", null);
  const open = await stored.where(({ or, eb }) => or([eb("ended_at", "is", null), eb("ended_at", ">", at)])).execute();
  const ended = stored.where("ended_at", "<=", at).where("ended_at", ">", endedSince).orderBy("ended_at", "desc").limit(PAGE);
  const rows = endedSince < at ? [...open, ...(await ended.execute())] : open;
  const parts = await partsOf(database, rows, ALL_ROWS);
  return rows.map((row) => parts.incidentOf(row));
}

/** Returns the incident of a key; `movedTo` if it became part of another one. Null = it does not exist, or the viewer sees no part of it. */
export async function incidentOfKey(database: Tables, key: string, sight: IncidentSight): Promise<IncidentDetail | { readonly movedTo: string } | null> {
  const current = await currentIncidentKey(database, key);
  const row = await shownIncidents(database, sight.scope).where("incident_key", "=", current).executeTakeFirst();
  if (row === undefined) return null;
  if (current !== key) return { movedTo: current };
  const [one] = await inSight(database, [withRemoved(row)], sight, "all");
  const frozen = await database
    .selectFrom("incident_version")
    .select(["version", "at"])
    .where("incident_id", "=", row.id)
    .where("line_key", "=", "")
    .orderBy("version")
    .execute();
  return one === undefined ? null : { ...one, versions: frozen };
}

/** Returns earlier incidents with machines of the same visible groups, or with a cause that names the same trait, the newest first. */
export async function earlierIncidents(database: Tables, { incident, groups }: IncidentInSight, sight: IncidentSight): Promise<readonly IncidentInSight[]> {
  const { scope } = sight;
  const largest = [...groups].filter(({ group }) => group !== "").sort((one, other) => sizeOf(other) - sizeOf(one));
  const sameGroup = largest
    .slice(0, MOST_GROUPS)
    .map(({ cluster, namespace, group }) => sql<SqlBool>`(cluster = ${cluster} and namespace = ${namespace} and group_name = ${group})`);
  // The cause of an incident that is partly hidden may be proven by hidden machines.
  const sameTrait = formatCauseTraits(incident.cause).map(
    (trait) => sql<SqlBool>`(traits like ${`%\n${escaped(trait)}\n%`} escape '\\' and not ${hasMember(sql`not ${visibleMembers(scope)}`)})`,
  );
  const shared = [...(sameGroup.length === 0 ? [] : [hasMember(sql`kind = 'entry' and (${sql.join(sameGroup, sql` or `)})`)]), ...sameTrait];
  if (shared.length === 0) return [];
  const found = await shownIncidents(database, scope)
    .where("incident_key", "<>", incident.key)
    .where("opened_at", "<", incident.openedAt)
    .where(sql<SqlBool>`(${sql.join(shared, sql` or `)})`)
    .orderBy("opened_at", "desc")
    .orderBy("incident_key", "desc")
    .limit(MOST_EARLIER)
    .execute();
  return inSight(database, found.map(withRemoved), sight, "hidden-only");
}

/** Returns an earlier incident as the page of a later one shows it. */
export function earlierCase({ incident, groups }: IncidentInSight): EarlierIncident {
  const largest = [...groups].sort((one, other) => sizeOf(other) - sizeOf(one));
  const named = largest.flatMap(({ namespace, group }) => (group === "" ? [] : [`${namespace}/${group}`]));
  const count = (size: (one: IncidentGroup) => number) => groups.reduce((sum, one) => sum + size(one), 0);
  return {
    ...{ key: incident.key, state: incident.state, began: incident.began.at, endedAt: incident.endedAt },
    ...{ groups: named.slice(0, NAMED_GROUPS), moreGroups: Math.max(0, named.length - NAMED_GROUPS) },
    ...{ machines: count(sizeOf), serving: count(({ counts }) => counts.serving ?? 0) },
  };
}

/** Returns the incidents of a cluster that are not over, with all machines: for the engine, not for viewers. */
export async function openIncidents(database: Tables, cluster: string): Promise<readonly Incident[]> {
  const rows = await database
    .selectFrom("incident")
    .selectAll()
    .where("cluster", "=", cluster)
    .where("state", "<>", "over")
    .where("merged_into", "is", null)
    .orderBy("opened_at")
    .execute();
  const parts = await partsOf(database, rows, ALL_ROWS);
  return rows.map((row) => parts.incidentOf(row));
}

/** Returns the incidents of a cluster that ended last, with all machines, the newest first: for the memory of the server, not for viewers. */
export async function lastEndedIncidents(database: Tables, cluster: string, count: number): Promise<readonly Incident[]> {
  const rows = await database
    .selectFrom("incident")
    .selectAll()
    .where("cluster", "=", cluster)
    .where("state", "=", "over")
    .where("is_expired", "=", 0)
    .where("merged_into", "is", null)
    .orderBy("ended_at", "desc")
    .limit(count)
    .execute();
  const parts = await partsOf(database, rows, ALL_ROWS);
  return rows.map((row) => parts.incidentOf(row));
}

/** Returns the incident of a key with all machines, also if it became part of another one: for a view that narrows it. Null = there is none. */
export async function wholeIncident(database: Tables, key: string): Promise<Incident | null> {
  const row = await database.selectFrom("incident").selectAll().where("incident_key", "=", key).where("is_expired", "=", 0).executeTakeFirst();
  if (row === undefined) return null;
  const { unreadable } = storedNumbers(row);
  if (unreadable !== null) throw new Refusal(404, "Not readable", incidentUnreadableText(unreadable), "key");
  return (await partsOf(database, [row], ALL_ROWS)).incidentOf(row);
}

const ALL_ROWS: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`;

/** Selects the incidents that pages show: those of which a part is visible. `machines`, `services`: 1 = the viewer sees all of the incident. */
export function shownIncidents(database: Tables, scope: Scope) {
  const seesAll = (of: RawBuilder<SqlBool>) => sql<number>`case when ${hasMember(sql`${of} and not ${visibleMembers(scope)}`)} then 0 else 1 end`;
  const seen = [seesAll(sql`kind = 'entry'`).as("machines"), seesAll(sql`kind <> 'entry'`).as("services")] as const;
  return database.selectFrom("incident").selectAll().select(seen).where("is_expired", "=", 0).where("merged_into", "is", null).where(hasVisiblePart(scope));
}

/** A condition for the incidents of which a viewer sees a machine, or a service if they have no machine. */
export function hasVisiblePart(scope: Scope): RawBuilder<SqlBool> {
  const visible = visibleMembers(scope);
  return sql<SqlBool>`(${hasMember(sql`kind = 'entry' and ${visible}`)} or (${hasMember(visible)} and not ${hasMember(sql`kind = 'entry'`)}))`;
}

function withRemoved({ machines, services, ...row }: IncidentRow & { readonly machines: number; readonly services: number }): RowInSight {
  return { ...row, removed: { machines: Number(machines) === 0, services: Number(services) === 0 } };
}

/** A condition for the members that a viewer sees: machines by their namespaces, services by those of their kind. */
export function visibleMembers(scope: Scope, picked: Pick<EndedIncidentsQuery, "clusters" | "namespaces"> = EVERYWHERE): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    (kind = 'entry' and ${inPlace("incident_member", "workloadentries", scope, picked)})
    or (kind = 'service' and ${inPlace("incident_member", "services", scope, picked)})
    or (kind = 'serviceentry' and ${inPlace("incident_member", "serviceentries", scope, picked)}))`;
}

/** A condition for the incidents with a member for which another condition holds. */
export function hasMember(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from incident_member where incident_member.incident_id = incident.id and ${condition})`;
}

/** A condition that holds if all of these hold. */
export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The filters by which one machine is searched: all of them hold for the same one. */
export function machinesOf({ group, zone }: Pick<EndedIncidentsQuery, "group" | "zone">): readonly RawBuilder<SqlBool>[] {
  return [
    ...(group === null ? [] : [sql<SqlBool>`kind = 'entry' and group_name = ${seriesName(group)}`]),
    ...(zone === null ? [] : [sql<SqlBool>`kind = 'entry' and zone = ${zone}`]),
  ];
}

/** Returns the key of the incident that one with a key became a part of, else the same key. */
export async function currentIncidentKey(database: Tables, key: string): Promise<string> {
  let current = key;
  for (let step = 0; step < MOST_MERGES; step++) {
    const row = await database.selectFrom("incident").select("merged_into").where("incident_key", "=", current).where("is_expired", "=", 0).executeTakeFirst();
    if (row === undefined || row.merged_into === null) break;
    current = row.merged_into;
  }
  return current;
}

/** `machines` "hidden-only": those of incidents that the viewer sees whole are not read. */
async function inSight(
  database: Tables,
  rows: readonly RowInSight[],
  { scope, viewer, now }: IncidentSight,
  machines: "all" | "hidden-only",
): Promise<readonly IncidentInSight[]> {
  const isRead = ({ removed }: RowInSight) => machines === "all" || removed.machines || removed.services;
  const withMachines = rows.filter(isRead).map(({ id }) => id);
  const isLoaded = withMachines.length === 0 ? sql`kind <> 'entry'` : sql`(kind <> 'entry' or incident_id in (${sql.join(withMachines)}))`;
  const parts = await partsOf(database, rows, sql<SqlBool>`${visibleMembers(scope)} and ${isLoaded}`);
  const groups = await groupsOf(database, rows, scope);
  return rows.flatMap((row): IncidentInSight[] => {
    const stored = parts.incidentOf(row);
    const part = isRead(row) ? visiblePart(stored, viewer, now, row.removed) : { incident: stored, isPartial: false };
    if (part === null) return [];
    return [{ incident: part.incident, groups: groups.get(row.id) ?? [], isWhole: !part.isPartial, unreadable: storedNumbers(row).unreadable }];
  });
}

/** Reads the members of incidents for which a condition holds, and the lines that were appended to them. */
async function partsOf(database: Tables, rows: readonly IncidentRow[], condition: RawBuilder<SqlBool>) {
  const ids = rows.map(({ id }) => id);
  const members =
    ids.length === 0
      ? []
      : await database.selectFrom("incident_member").selectAll().where("incident_id", "in", ids).where(condition).orderBy("joined_at").orderBy("id").execute();
  const lines =
    ids.length === 0
      ? []
      : await database
          .selectFrom("incident_version")
          .selectAll()
          .where("incident_id", "in", ids)
          .where("line_key", "<>", "")
          .orderBy("at")
          .orderBy("id")
          .execute();
  const [membersOf, linesOf] = [byIncident(members), byIncident(lines)];
  return {
    incidentOf: (row: IncidentRow): Incident => {
      const own = membersOf.get(row.id) ?? [];
      const { unreadable: _, ...numbers } = storedNumbers(row);
      return {
        ...{ key: row.incident_key, ...numbers, began: { at: row.began_at, notBefore: row.not_before }, openedAt: row.opened_at },
        ...{ state: storedState(row.state), stateSince: row.state_since, endedAt: row.ended_at, mergedInto: row.merged_into },
        members: own.filter(({ kind }) => kind === "entry").map(storedMember),
        services: own.filter(({ kind }) => kind !== "entry").map(storedService),
        appended: (linesOf.get(row.id) ?? []).map(storedLine),
      };
    },
  };
}

function byIncident<Row extends { readonly incident_id: number }>(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  const found = new Map<number, Row[]>();
  for (const row of rows) {
    const own = found.get(row.incident_id);
    if (own === undefined) found.set(row.incident_id, [row]);
    else own.push(row);
  }
  return found;
}

async function groupsOf(database: Tables, rows: readonly IncidentRow[], scope: Scope): Promise<ReadonlyMap<number, readonly IncidentGroup[]>> {
  if (rows.length === 0) return new Map();
  const counted = await database
    .selectFrom("incident_member")
    .select(["incident_id", "cluster", "namespace", "group_name", "condition", ({ fn }) => fn.countAll<number>().as("count")])
    .where(
      "incident_id",
      "in",
      rows.map(({ id }) => id),
    )
    .where(sql<SqlBool>`kind = 'entry' and ${visibleMembers(scope)}`)
    .groupBy(["incident_id", "cluster", "namespace", "group_name", "condition"])
    .orderBy("cluster")
    .orderBy("namespace")
    .orderBy("group_name")
    .execute();
  const found = new Map<number, Map<string, IncidentGroup>>();
  for (const { incident_id, cluster, namespace, group_name: group, condition, count } of counted) {
    const own = found.get(incident_id) ?? new Map<string, IncidentGroup>();
    found.set(incident_id, own);
    const name = `${cluster}\n${namespace}\n${group}`;
    own.set(name, { cluster, namespace, group, counts: { ...own.get(name)?.counts, [condition]: Number(count) } });
  }
  return new Map([...found].map(([id, own]) => [id, [...own.values()]]));
}

function sizeOf({ counts }: IncidentGroup): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

function isService(name: string): RawBuilder<SqlBool> {
  // A member is CLUSTER/NAMESPACE/NAME/HOST.
  return sql<SqlBool>`kind <> 'entry' and (member like ${`%/${escaped(name)}`} escape '\\' or namespace || '/' || name = ${name})`;
}

/** The end of the last incident of a page, and its key. Milliseconds. */
interface Cursor {
  readonly at: number;
  readonly key: string;
}

const NO_CURSOR: Cursor = { at: 0, key: "" };

/** An incident that the viewer does not see is none: its end stays hidden. */
async function cursorOf(database: Tables, before: IncidentCursor | null, scope: Scope): Promise<Cursor | null> {
  if (before === null) return null;
  if (before.kind === "moment") return { at: before.at, key: "" };
  const row = await shownIncidents(database, scope).where("incident_key", "=", before.key).executeTakeFirst();
  if (row === undefined || row.ended_at === null) throw new Refusal(404, "Not found", `No incident ${before.key} that is over.`, "before");
  return { at: row.ended_at, key: row.incident_key };
}
