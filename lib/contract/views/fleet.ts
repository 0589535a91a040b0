import type { IncidentTitle } from "@/lib/domain/incidents/title";
import type { IstiodReadiness } from "@/lib/domain/statements/fleet";
import type { FleetIncidents } from "@/lib/domain/statements/fleet-incidents";
import type { FleetTroubleFacts } from "@/lib/domain/statements/fleet-trouble";
import type { GroupRow, RollUp } from "./groups";
import { keepClustersAndNamespaces, type ViewDeclaration } from "./view-declaration";

/** Head of "shell": the data in the frame of every page. No rows. */
export interface ShellHead {
  readonly clusters: readonly string[];
  readonly namespaces: readonly { readonly cluster: string; readonly name: string; readonly entries: number; readonly groups: number }[];
  /** True if the list of namespaces may be incomplete: it comes from the server's settings, or from what the server or the viewer may read. */
  readonly namespacesPartial: boolean;
  readonly groups: number;
  /** Groups with trouble of tiers 1 to 3. */
  readonly groupsInTrouble: number;
  /** Those with trouble of tiers 1 and 2: machines stopped serving within a day. */
  readonly groupsUrgent: number;
  readonly entries: number;
  /** Services that are down or degraded. Null = not counted yet, or the page shows the past. */
  readonly servicesInTrouble: number | null;
  /** Findings of severity error. Null = not evaluated yet, or the page shows the past. */
  readonly findingErrors: number | null;
  /** Null = incidents are not known, or the page shows the past. */
  readonly incidents: CountedIncidents | null;
}

/** The number of incidents in the navigation: open or recovering, with trouble of tiers 1 to 3, and not in a maintenance window. */
export interface CountedIncidents {
  readonly number: number;
  /** One of them is of tier 1 or 2. */
  readonly isUrgent: boolean;
  /** False = the cluster of one of them is not observed. */
  readonly isKnown: boolean;
}

export const SHELL_VIEW: ViewDeclaration<ShellHead> = { canonicalQuery: () => "", cost: 20, rows: "none" };

/** The long-running or planned incident of a group's machines: its first failure in milliseconds, and the probe error of nearly all of its machines, or "". */
interface QuietIncident extends Pick<IncidentTitle, "since" | "notBefore" | "message"> {
  readonly key: string;
  readonly state: "long-running" | "planned";
}

/** A group in trouble without a machine in an open or recovering incident. `quietIncident`: null = its machines are in no incident. */
export interface GroupWithoutIncident extends GroupRow {
  readonly quietIncident: QuietIncident | null;
}

/** Head of "fleet". Its rows are GroupRow: the groups in trouble, the worst first. */
export interface FleetHead extends FleetTroubleFacts {
  readonly rollUp: RollUp;
  readonly groups: number;
  /** The number of all rows: groups, and namespaces with machines in no group, with trouble of at most a day. */
  readonly groupsInTrouble: number;
  /** The number of these namespaces. */
  readonly placesInTrouble: number;
  /** Visible groups without any trouble. */
  readonly groupsUntroubled: number;
  /** Expected machines that are not registered and not lost. */
  readonly missing: number;
  /** Groups without an expected size. Their registered machines are part of the total. */
  readonly groupsWithoutExpected: number;
  /** Groups whose expected size was learned from the history. */
  readonly groupsLearned: number;
  /** Declared groups that were never complete. */
  readonly groupsArriving: number;
  readonly namespaces: number;
  readonly connections: number;
  /** The incidents that the headline shows; null = incidents are not known. A page of the past has none. */
  readonly incidents: FleetIncidents | null;
  /** The groups in trouble without an open incident, old trouble last, and the worst of them. While incidents are not known: all groups in trouble. */
  readonly withoutIncident: { readonly total: number; readonly rows: readonly GroupWithoutIncident[] };
  readonly replicas: FleetTroubleFacts["replicas"] & { readonly running: number; readonly source: string };
  /** The readiness of istiod; null = its Pods are not visible. */
  readonly istiod: IstiodReadiness | null;
}

export const FLEET_VIEW: ViewDeclaration<FleetHead, GroupRow> = {
  canonicalQuery: keepClustersAndNamespaces,
  cost: 50,
  rows: "window",
  rowCount: "groupsInTrouble",
};

/**
 * Head of "strip". Its rows are FleetStripRow, by cluster, namespace and name. The rows of all windows together count each machine of the fleet's total once.
 */
export interface FleetStripHead {
  /** The number of rows. It depends on the window: with more room, fewer groups share a ribbon. */
  readonly total: number;
  /** The total of all ribbons. */
  readonly machines: number;
  readonly groups: number;
  /** True if the fleet is too large for a cell per machine: cells are machines in trouble, and the others are a bar to scale. */
  readonly isLarge: boolean;
}

/**
 * One ribbon: counts by state code of one group, or of several that share it. The name of a cell is requested by id and index. `unvouched` Healthy machines are
 * unverified, and not green.
 */
export interface FleetStripRow {
  readonly id: string;
  readonly cluster: string;
  /** "" = groups of several namespaces share the ribbon. */
  readonly namespace: string;
  /** "" = machines in no group, or several groups. */
  readonly name: string;
  /** Set if several groups share the ribbon. `isTrouble`: all of them have machines in trouble; else none has. */
  readonly shared?: { readonly groups: number; readonly namespaces: number; readonly isTrouble: boolean };
  readonly counts: readonly number[];
  readonly unvouched: number;
  /** Registered machines. */
  readonly total: number;
  readonly notServing: number;
  /** Machines of the total without an entry: the lost ones, and the missing ones. */
  readonly lost: number;
  readonly missing: number;
  readonly expected: number | null;
  readonly expectedFrom: RollUp["expectedFrom"];
  /** Set if the group was deleted, at a time in milliseconds, and lost machines of it count. */
  readonly deleted?: { readonly at: number };
}

export const FLEET_STRIP_VIEW: ViewDeclaration<FleetStripHead, FleetStripRow> = {
  canonicalQuery: keepClustersAndNamespaces,
  cost: 50,
  rows: "window",
  rowCount: "total",
};
