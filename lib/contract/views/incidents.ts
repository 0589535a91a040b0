import { incidentsViewQuery, parseIncidentsQuery } from "@/lib/contract/url/incidents-query";
import type { ListedIncidentState } from "@/lib/contract/url/list-filters";
import type { IstiodCauseAnswer } from "@/lib/domain/incidents/cause";
import type { Incident, IncidentMember, IncidentState, LostService } from "@/lib/domain/incidents/incident";
import type { MachineCondition, ObjectChange } from "@/lib/domain/incidents/observation";
import type { SharedTrait } from "@/lib/domain/incidents/shared-traits";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import type { TroubleTier } from "@/lib/domain/verdict/tiers";
import type { Facet } from "./values";
import { keepQueryKeys, type ViewDeclaration } from "./view-declaration";

/** The group of an incident with the largest number × share: `number` of its `total` machines are in trouble. `total` null = not known. */
export interface WorstGroupOfIncident {
  readonly namespace: string;
  /** "" = machines without a group. */
  readonly name: string;
  readonly number: number;
  readonly total: number | null;
}

/** The visible part of an incident in a list. Its counts and its beginning and end are in the title. Milliseconds. */
export interface IncidentRow {
  /** The key of the incident. */
  readonly id: string;
  readonly state: IncidentState;
  readonly stateSince: number;
  /** Null = none of its machines is failed, lost or unverified. */
  readonly tier: TroubleTier | null;
  readonly title: IncidentTitle;
  /** The number of its services without an endpoint. */
  readonly services: number;
  /** The end of the maintenance window that contains it; null = none does. */
  readonly plannedUntil: number | null;
  /** True if a start of Stolos found it: it began before the moment in its title. */
  readonly foundAtStart: boolean;
  /** Of the groups of one that is not over; null = it has at most one group. */
  readonly worst: WorstGroupOfIncident | null;
  /** True if it has machines or services outside of the viewer's permissions. How many is not sent. */
  readonly isPartial: boolean;
}

/**
 * Head of "incidents". Its rows are IncidentRow: `matched` of `total`. Those that are not over come first, by tier, then by number and share of the total, then
 * the newest; then those that are over, the last ended first. Each facet counts the list without its own filter.
 */
export interface IncidentsHead {
  readonly total: number;
  readonly matched: number;
  /** The number of rows on this page: those that match and are not over, and up to 50 that are over. */
  readonly listed: number;
  /** The value of `before` for the next page; null = this is the last one. */
  readonly next: string | null;
  /** True if the history has more incidents of the window that are over than `over`, `total` and the facets count. */
  readonly hasOlder: boolean;
  readonly open: number;
  readonly recovering: number;
  /** Those inside a maintenance window. No other number of this head but `total` and `matched` contains them. */
  readonly planned: number;
  readonly longRunning: number;
  readonly over: number;
  readonly facets: readonly Facet[];
  readonly problem: string | null;
  /** The moment from which all incidents are known; null = the history is not recorded, or the page shows the past. Milliseconds. */
  readonly since: number | null;
}

/** Returns the state by which a list shows and filters an incident: one inside a maintenance window is planned until it is over. */
export function listedIncidentState({ state, plannedUntil }: Pick<IncidentRow, "state" | "plannedUntil">): ListedIncidentState {
  return plannedUntil !== null && state !== "over" ? "planned" : state;
}

export const INCIDENTS_VIEW: ViewDeclaration<IncidentsHead, IncidentRow> = {
  canonicalQuery: incidentsViewQuery,
  cost: 50,
  filterTerms: (query) => parseIncidentsQuery(query).terms.length,
  rows: "window",
  rowCount: "matched",
};

/** The machines of one group in an incident, by condition. */
export interface IncidentGroup {
  readonly cluster: string;
  readonly namespace: string;
  /** "" = machines without a group. */
  readonly name: string;
  readonly machines: number;
  readonly failed: number;
  readonly lost: number;
  readonly unverified: number;
  /** Lost machines that a user accepted: they will not come back. */
  readonly accepted: number;
}

/** The time for which machines were failed, lost or unverified, summed over the machines. It is a range if Stolos was away when they failed. */
export interface LostMachineTime {
  readonly leastMs: number;
  readonly mostMs: number;
  /** Both are of this moment. Since then each of `bad` machines adds to them. Milliseconds. */
  readonly asOf: number;
  readonly bad: number;
}

/** A change of an object before an incident, with its values. Milliseconds. */
export type IncidentChange = Omit<ObjectChange, "groups">;

/** A machine that has an entry now. */
export interface ComparedMachine {
  readonly namespace: string;
  readonly name: string;
  /** "" = its entry has none. */
  readonly address: string;
}

/** A machine in trouble and a healthy machine of the same group, for a comparison. Null = there is none. */
export interface ComparedMachines {
  readonly bad: ComparedMachine | null;
  readonly healthy: ComparedMachine | null;
}

/** The visible part of one incident, beyond its row. Milliseconds. */
export interface IncidentDetail {
  readonly openedAt: number;
  readonly peakAt: number;
  /** The first machine that failed as "NAMESPACE/NAME", or the host name of the first service without an endpoint. */
  readonly first: string;
  /** How the trouble of its machines ended, with the numbers of machines. */
  readonly ends: readonly { readonly how: NonNullable<IncidentMember["left"]>["how"]; readonly machines: number }[];
  readonly lost: LostMachineTime;
  /** The largest groups, and the number of further ones. */
  readonly groups: readonly IncidentGroup[];
  readonly moreGroups: number;
  readonly services: readonly LostService[];
  readonly moreServices: number;
  /** The traits by which its machines are compared with the others. */
  readonly traits: readonly SharedTrait[];
  /** The changes in the ten minutes before, the nearest first. Without one: the last change. */
  readonly changes: readonly IncidentChange[];
  readonly moreChanges: number;
  readonly lastChange: IncidentChange | null;
  /** True if the nearest change is recent enough that its rollback may help. */
  readonly mayRollBack: boolean;
  /** Null = the viewer may not read the Pods of istiod. */
  readonly istiod: IstiodCauseAnswer | null;
  /** The namespace of istiod; "" = not known, or the viewer may not read its Pods. */
  readonly istiodNamespace: string;
  /** Null = the incident is over, or the page shows the past. */
  readonly compare: ComparedMachines | null;
  /** Evidence that arrived after its end. */
  readonly appended: Incident["appended"];
}

/** Head of "incident". Without a row there is no such incident, or the viewer sees no part of it. */
export interface IncidentHead {
  /** The key of the older incident that it became a part of; null = it did not. */
  readonly movedTo: string | null;
  readonly row: IncidentRow | null;
  readonly detail: IncidentDetail | null;
  /** The number of its visible machines. */
  readonly machines: number;
  /** The moment from which all incidents are known; null = the history is not read yet or not recorded, and in the past. Milliseconds. */
  readonly since: number | null;
}

/** A machine of an incident. Milliseconds. */
export interface IncidentMachine {
  /** CLUSTER/UID. */
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly group: string;
  readonly condition: MachineCondition;
  readonly failedAt: number;
  /** The error of its health probe, or "". */
  readonly message: string;
  /** The cause of its loss or of its unverified connection, as in an observation; "" = none, or hidden from the viewer. */
  readonly cause: string;
  /** The end of its trouble; null = not yet. */
  readonly left: IncidentMember["left"];
}

/** One incident: the query has its key. Its rows are the machines, those in trouble first. */
export const INCIDENT_VIEW: ViewDeclaration<IncidentHead, IncidentMachine> = {
  canonicalQuery: (query) => keepQueryKeys(query, "key"),
  cost: 50,
  rows: "window",
  rowCount: "machines",
};

/** Formats the query of the view "incident". */
export function incidentQuery(key: string): string {
  return new URLSearchParams({ key: key.slice(0, LONGEST_KEY) }).toString();
}

/** Returns the key in the query of the view "incident"; "" = it has none. */
export function incidentKeyOf(query: string): string {
  return new URLSearchParams(query).get("key") ?? "";
}

/** The keys of incidents are short. A longer one matches none. */
const LONGEST_KEY = 64;

/** The subjects of the view "incidents-of". "zones" has no name: the incidents whose cause may be any zone. */
export const INCIDENT_SUBJECTS = ["WorkloadEntry", "WorkloadGroup", "Service", "ServiceEntry", "zones"] as const;

/** The query of the view "incidents-of". `uid`: of one entry; "" = the newest incarnation, and all other subjects. */
export interface ObjectIncidentsQuery {
  readonly of: (typeof INCIDENT_SUBJECTS)[number];
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** The query for the incidents of zones. */
export const ZONE_INCIDENTS_QUERY = "of=zones";

/** Formats the query of the view "incidents-of" for one object. */
export function formatObjectIncidentsQuery({ of, cluster, namespace, name, uid = "" }: Omit<ObjectIncidentsQuery, "uid"> & { readonly uid?: string }): string {
  return new URLSearchParams({ of, cluster, ns: namespace, name, ...(uid !== "" && { uid }) }).toString();
}

/** Parses the query of the view "incidents-of"; null if it has no such subject. */
export function parseObjectIncidentsQuery(query: string): ObjectIncidentsQuery | null {
  const params = new URLSearchParams(query);
  const of = INCIDENT_SUBJECTS.find((subject) => subject === params.get("of"));
  const [cluster = "", namespace = "", name = "", uid = ""] = ["cluster", "ns", "name", "uid"].map((key) => params.get(key) ?? "");
  if (of === undefined || (of !== "zones" && (cluster === "" || namespace === "" || name === ""))) return null;
  return { of, cluster, namespace, name, uid };
}

/**
 * Head of "incidents-of". Its rows are IncidentRow: the first of `total` incidents of the object that are not over, the worst first. Without one: the last that
 * ended within a day.
 */
export interface ObjectIncidentsHead {
  readonly total: number;
}

export const OBJECT_INCIDENTS_VIEW: ViewDeclaration<ObjectIncidentsHead, IncidentRow> = {
  canonicalQuery: (query) => keepQueryKeys(query, "of", "cluster", "ns", "name", "uid"),
  cost: 20,
  rows: "all",
};
