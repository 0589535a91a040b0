import { parseGroupsQuery } from "@/lib/contract/url/list-filters";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { LastWriter } from "@/lib/domain/entry/workload-entry";
import type { ExpectedSizeKind } from "@/lib/domain/group/expected-size";
import type { Probe } from "@/lib/domain/group/workload-group";
import type { ParsedMaintenance } from "@/lib/domain/incidents/maintenance-annotation";
import type { State } from "@/lib/domain/verdict/verdict";
import type { DrainLostOnRecreation, WirePlannedLeave } from "./entries";
import type { EntryRow } from "./entry-row";
import type { ComparedMachine } from "./incidents";
import type { StateCounts, WireNextStep } from "./values";
import { keepQueryKeys, type ViewDeclaration } from "./view-declaration";

/** Serving and registered machines, and the total that pages print. */
export interface RollUp {
  /** Registered machines: the sum of `counts`. */
  readonly total: number;
  /** The total that pages show (`group-total`): registered, lost and missing machines. */
  readonly fullTotal: number;
  /** Serving machines whose connection is neither ghost nor leaked. */
  readonly serving: number;
  /** Unverified machines that istiod sends to callers. */
  readonly doubted: number;
  readonly counts: StateCounts;
  /** The smallest expected number; null = not known. */
  readonly expected: number | null;
  /** "learned" and "elastic" sizes come from the history. No user declared them. */
  readonly expectedFrom: ExpectedSizeKind;
  /** The upper end of a declared range. */
  readonly expectedMost?: number | undefined;
  /** True for a declared group that was never complete. None of its machines is missing. */
  readonly arriving?: boolean | undefined;
  /** Planned leaves that lower the declared size. Absent = none. */
  readonly planned?: number | undefined;
  /** Accepted losses that lower the expected size. Absent = none. */
  readonly accepted?: number | undefined;
  /** The span in which the group had the learned size; `to` null = it has it now. */
  readonly learned?: { readonly from: number; readonly to: number | null } | undefined;
}

/** One group in a list, or the machines of a namespace in no group (`name` is ""). */
export interface GroupRow {
  /** `CLUSTER/NAMESPACE/NAME` */
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** False if entries name a group that does not exist or is not visible. */
  readonly exists: boolean;
  readonly unreadable: string | null;
  readonly rollUp: RollUp;
  /** The number of its Healthy machines that are unverified, and not green. */
  readonly unvouched: number;
  /** The common `connectionWhy` code of these machines, or "". */
  readonly unvouchedWhy: string;
  /** Expected machines that are not registered and not lost. */
  readonly missing: number;
  /** Lost machines that still count. */
  readonly lost: number;
  /** The worst state of its machines; `vanished` if lost machines are missing; null if it has no machines. */
  readonly state: State | null;
  /** The start of the latest increase of machines in the worst state that did not recover; null = none. */
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
  /** The machines of that increase, and all machines in the worst state. */
  readonly rise: { readonly count: number; readonly total: number };
  /** The speed of the failure: `count` of `total` machines within `lastedMs`. Null if one machine failed only, or not all were observed. */
  readonly pace: { readonly kind: "sudden" | "slow"; readonly count: number; readonly total: number; readonly lastedMs: number } | null;
  /** A probe's message from one of them, or "". */
  readonly message: string;
  /** Properties that all machines in trouble have and the others do not: ["zone eu-central-1a", …]. */
  readonly common: readonly string[];
  readonly probe: { readonly method: string; readonly port: number | null; readonly path: string } | null;
  readonly accounts: readonly string[];
  readonly networks: readonly string[];
  readonly zones: readonly string[];
  readonly createdAt: number | null;
  /** The deletion of a group whose lost machines still count; `notBefore` null = the watch observed it. */
  readonly deleted?: { readonly at: number; readonly notBefore: number | null } | undefined;
  /** The key of the worst incident that is not over and in which a machine of the group did not recover. Absent = none, or the view does not show it. */
  readonly incident?: string | undefined;
}

/** Head of "groups". Its rows are GroupRow. */
export interface GroupsHead {
  readonly total: number;
  readonly matched: number;
  readonly problem: string | null;
}

export const GROUPS_VIEW: ViewDeclaration<GroupsHead, GroupRow> = {
  canonicalQuery: (query) => formatListQuery(parseGroupsQuery(query)),
  cost: 50,
  filterTerms: (query) => parseMachinesQuery(query).terms.length,
  rows: "window",
  rowCount: "matched",
};

/** Machines of a group with one reason of their trouble. An empty string means "not set". */
export interface GroupTroubleReason {
  readonly state: State;
  /** The error of the probe, or the reason why the object is unreadable. Untrusted text. */
  readonly message: string;
  readonly connection: EntryRow["connection"];
  /** The code of an unverified connection, and the replica that it names. */
  readonly connectionWhy: string;
  readonly replica: string;
  readonly machines: number;
}

/** The registered machines of a group in one kind of trouble. */
export interface GroupTroublePart {
  readonly condition: "failed" | "no-endpoint" | "unverified";
  /** In a large group only the first machines in trouble are read. */
  readonly machines: number;
  /** The start of the latest rise of these machines, and their number. `atLeast`: it began then or earlier. */
  readonly rise: { readonly since: number; readonly atLeast: boolean; readonly count: number };
  /** Those whose connection a replica has, as far as is known. */
  readonly connected: number;
  /** True if a connection begins in the future. */
  readonly isClockAhead: boolean;
  /** The reasons of most machines first, and the number of further ones. */
  readonly reasons: readonly GroupTroubleReason[];
  readonly moreReasons: number;
  /** The most frequent values of each trait. */
  readonly traits: readonly { readonly trait: "zone" | "network" | "replica" | "version"; readonly value: string; readonly machines: number }[];
  /** The machine that has been in it longest. */
  readonly first: ComparedMachine | null;
}

/** Head of "group". No rows: the view "entries" with the group's filter has its machines. */
export interface SingleGroupHead {
  readonly found: boolean;
  readonly row: GroupRow | null;
  readonly detail: {
    /** "" = the group itself is not visible. */
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation: number | null;
    readonly entryLabels: readonly { readonly key: string; readonly value: string }[];
    readonly entryAnnotations: readonly { readonly key: string; readonly value: string }[];
    readonly template: {
      readonly ports: readonly { readonly name: string; readonly port: number }[];
      readonly labels: readonly { readonly key: string; readonly value: string }[];
      readonly network: string;
      readonly locality: string;
      readonly weight: number | null;
      readonly serviceAccount: string;
    };
    readonly probe: Probe | null;
    readonly expectedSizeText: string | null;
    /** Machines by zone, network, replica and version (of the labels of entries), those in trouble first. */
    readonly zones: readonly { readonly value: string; readonly count: number; readonly trouble: number }[];
    readonly networks: readonly { readonly value: string; readonly count: number; readonly trouble: number }[];
    readonly replicas: readonly { readonly value: string; readonly count: number; readonly trouble: number }[];
    readonly versions: readonly { readonly value: string; readonly count: number; readonly trouble: number }[];
    /** Entries of the namespace that have the group's labels but do not belong to it. */
    readonly labelOnly: readonly EntryRow[];
    readonly labelOnlyTotal: number;
    /** The next steps of Istio for its machines in trouble. Equal steps are counted together, and the earliest is first. */
    readonly next: readonly { readonly connection: EntryRow["connection"]; readonly count: number; readonly next: WireNextStep }[];
    /** The number of machines behind `next`. In a large group only the first machines are read. */
    readonly nextOf: number;
    /** The kinds of trouble of its registered machines. */
    readonly trouble: readonly GroupTroublePart[];
    /** A healthy machine to compare with, if the group is in trouble. */
    readonly healthy: ComparedMachine | null;
    /** Planned leaves, each with `here`: the entry exists. Null = the annotation is unreadable, or entries are not visible. */
    readonly planned: readonly (WirePlannedLeave & { readonly here: boolean | null })[] | null;
    /** The maintenance that annotations of the group and of its namespace announce, or the fault of the annotation. */
    readonly maintenance: readonly (ParsedMaintenance & { readonly on: "WorkloadGroup" | "Namespace" })[];
    /** Its machines that lost a drain. */
    readonly lostDrains: readonly DrainLostOnRecreation[];
    readonly lastWriter: LastWriter | null;
    readonly managedBy: string;
    readonly deletingAt: number | null;
  } | null;
}

export const GROUP_VIEW: ViewDeclaration<SingleGroupHead> = {
  canonicalQuery: (query) => keepQueryKeys(query, "cluster", "ns", "name"),
  cost: 50,
  rows: "none",
};
