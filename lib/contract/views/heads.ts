import * as z from "zod/mini";
import type { HistoryCoverage } from "@/lib/contract/answers/history";
import type { LastWriter } from "@/lib/domain/entry/workload-entry";
import type { Probe } from "@/lib/domain/group/workload-group";
import type { EmptyAddressOutcome } from "@/lib/domain/networks/address-reach";
import type { TroubledFleet } from "@/lib/domain/statements/fleet-trouble";
import type { EntryRow, Facet, GroupRow, RollUp } from "./rows";

/** A fact of the world on the wire. `value` in milliseconds; null = never or unlimited. */
export const WireFact = z.object({ kind: z.enum(["known", "assumed", "denied"]), value: z.nullable(z.number()), source: z.string() });
export type WireFact = z.infer<typeof WireFact>;

/** Head of "shell": the data in the frame of every page. No rows. */
export interface ShellHead {
  readonly clusters: readonly string[];
  readonly namespaces: readonly { readonly cluster: string; readonly name: string; readonly entries: number; readonly groups: number }[];
  /** True if the list of namespaces may be incomplete: it comes from the server's settings, or from what the server or the viewer may read. */
  readonly namespacesPartial: boolean;
  readonly groups: number;
  readonly groupsInTrouble: number;
  readonly entries: number;
}

/** Head of "fleet". Its rows are GroupRow: the groups in trouble, the worst first. */
export interface FleetHead extends TroubledFleet {
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
  readonly replicas: TroubledFleet["replicas"] & { readonly running: number; readonly source: string };
}

/** Head of "strip". Its rows are StripRow, one ribbon each, by namespace, then name. `machines` = the total of all ribbons. */
export interface StripHead {
  readonly total: number;
  readonly machines: number;
}

/** One ribbon: counts by state code. The name of a cell is requested by id and index. `unvouched` Healthy machines are unverified, and not green. */
export interface StripRow {
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
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
}

/** Head of "groups". Its rows are GroupRow. */
export interface GroupsHead {
  readonly total: number;
  readonly matched: number;
  readonly problem: string | null;
}

/** Head of "entries". Its rows are EntryRow: `matched` of `total`. Each facet counts the list without its own filter. */
export interface EntriesHead {
  readonly total: number;
  readonly matched: number;
  readonly facets: readonly Facet[];
  /** The error in the query as text, or null. */
  readonly problem: string | null;
  /** For an empty result: the number of entries that match without one of the terms. */
  readonly without: readonly { readonly term: string; readonly matched: number }[];
  /** Facet values in the query that no entry has which matches the rest, each with the most similar value. */
  readonly absent?: readonly { readonly term: string; readonly nearest: string | null }[] | undefined;
  /** Set for a list of lost machines: the window of the losses, its coverage by the history, and the number of earlier losses outside the limit. */
  readonly vanished?:
    | { readonly from: number; readonly to: number; readonly recorded: HistoryCoverage; readonly notRecordedMs: number; readonly older: number }
    | undefined;
}

/** A label and its source. `overridden`: the value in the spec if the one in the metadata wins (docs/istio.md#labels). */
export interface WireLabel {
  readonly key: string;
  readonly value: string;
  readonly from: "metadata" | "spec" | "both" | "derived";
  readonly overridden: string | null;
}

/** The next step of Istio for an entry, and its time (docs/istio.md#cleanup). `assumed`: the time comes from an assumed value. */
export const WireNext = z.object({
  kind: z.enum(["nothing", "renew", "delete", "drop-condition", "sweep", "never-cleaned", "unknown"]),
  at: z.nullable(z.number()),
  latestAt: z.nullable(z.number()),
  assumed: z.boolean(),
});
export type WireNext = z.infer<typeof WireNext>;

/** A planned leave. `by` in milliseconds; null = no end. */
interface WirePlan {
  readonly entry: string;
  readonly by: number | null;
  readonly reason: string;
}

/** An entry that lost its drain when it was created again. `endedAt`: the end of the previous entry in milliseconds. `reason`: of the drain, "" = none. */
export interface LostDrain {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly endedAt: number;
  readonly reason: string;
}

/** Head of "entry". No rows. `found` false = no such entry is visible. */
export interface EntryHead {
  readonly found: boolean;
  readonly row: EntryRow | null;
  readonly detail: {
    readonly resourceVersion: string;
    readonly serviceAccount: string;
    readonly weight: number | null;
    /** The source of the locality: `spec.locality` or the key of a label; "" = it has none. */
    readonly localityFrom: string;
    /** The locality that other versions of istiod read; null = all read the same. `isKnown`: the running version is known. */
    readonly localityByVersion: { readonly other: string; readonly isKnown: boolean } | null;
    readonly ports: readonly { readonly name: string; readonly port: number }[];
    readonly labels: readonly WireLabel[];
    readonly gate: string | null;
    readonly health: {
      readonly status: string;
      readonly message: string;
      readonly lastProbeTime: string | null;
      readonly lastTransitionTime: string | null;
    } | null;
    readonly connectedAtText: string | null;
    readonly disconnectedAtText: string | null;
    readonly owner: { readonly kind: string; readonly name: string; readonly uid: string } | null;
    /** The link to its group: the owner reference, the registration annotation, an owner that differs, or none. */
    readonly membership: "owned" | "annotated" | "owner-differs" | "none";
    readonly groupExists: boolean;
    readonly lastWriter: LastWriter | null;
    readonly managedBy: string;
    readonly deletingAt: number | null;
    readonly replica: {
      readonly name: string;
      readonly namespace: string;
      readonly revision: string;
      readonly zone: string;
      readonly runningSince: number | null;
      readonly phase: string;
      /** From its Pod: the reason of the condition Ready (untrusted text), and its `deletionTimestamp`. */
      readonly readyReason: string;
      readonly deletingAt: number | null;
    } | null;
    readonly replicasKind: "known" | "assumed" | "denied";
    readonly maxConnectionAge: WireFact;
    readonly gracePeriod: WireFact;
    readonly next: WireNext;
    readonly lostDrain: LostDrain | null;
    /** The planned leave that its group lists for it. */
    readonly planned: WirePlan | null;
    /** The result for its callers if it has no address; null = it has one. */
    readonly addressReach: { readonly own: EmptyAddressOutcome; readonly others: EmptyAddressOutcome; readonly none: EmptyAddressOutcome } | null;
  } | null;
}

/** Head of "group". No rows: the view "entries" with the group's filter has its machines. */
export interface GroupHead {
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
    /** Machines by zone, network and replica, most first. */
    readonly zones: readonly { readonly value: string; readonly count: number; readonly trouble: number }[];
    readonly networks: readonly { readonly value: string; readonly count: number; readonly trouble: number }[];
    readonly replicas: readonly { readonly value: string; readonly count: number; readonly trouble: number }[];
    /** Entries of the namespace that have the group's labels but do not belong to it. */
    readonly labelOnly: readonly EntryRow[];
    readonly labelOnlyTotal: number;
    /** The next steps of Istio for its machines in trouble. Equal steps are counted together, and the earliest is first. */
    readonly next: readonly { readonly connection: EntryRow["connection"]; readonly count: number; readonly next: WireNext }[];
    /** The number of machines behind `next`. In a large group only the first machines are read. */
    readonly nextOf: number;
    /** Planned leaves, each with `here`: the entry exists. Null = the annotation is unreadable, or entries are not visible. */
    readonly planned: readonly (WirePlan & { readonly here: boolean | null })[] | null;
    /** Its machines that lost a drain. */
    readonly lostDrains: readonly LostDrain[];
    readonly lastWriter: LastWriter | null;
    readonly managedBy: string;
    readonly deletingAt: number | null;
  } | null;
}
