import * as z from "zod/mini";
import type { HistoryCoverage } from "@/lib/contract/answers/history";
import type { Writer } from "@/lib/domain/entry/workload-entry";
import type { Probe } from "@/lib/domain/group/workload-group";
import type { AddressOutcome } from "@/lib/domain/networks/address-reach";
import type { TroubledFleet } from "@/lib/domain/statements/fleet-trouble";
import type { EntryRow, Facet, GroupRow, RollUp } from "./rows";

/** A fact of the world on the wire: `value` in milliseconds, null = never / unlimited. */
export const WireFact = z.object({ kind: z.enum(["known", "assumed", "denied"]), value: z.nullable(z.number()), source: z.string() });
export type WireFact = z.infer<typeof WireFact>;

/** Head of "shell": what the frame of every page shows. No rows. */
export interface ShellHead {
  readonly clusters: readonly string[];
  readonly namespaces: readonly { readonly cluster: string; readonly name: string; readonly entries: number; readonly groups: number }[];
  /** True where the list of namespaces is not the cluster's own but what this server was told or may see. */
  readonly namespacesPartial: boolean;
  readonly groups: number;
  readonly groupsInTrouble: number;
  readonly entries: number;
}

/** Head of "fleet". Its rows are GroupRow: the groups in trouble, worst first. */
export interface FleetHead extends TroubledFleet {
  readonly rollUp: RollUp;
  readonly groups: number;
  /** The rows before their window: groups, and namespaces with machines of no group, whose trouble is not older than a day. */
  readonly groupsInTrouble: number;
  /** The number of these namespaces. */
  readonly placesInTrouble: number;
  /** Visible groups without any trouble. */
  readonly groupsUntroubled: number;
  /** Expected machines that are not there, without the lost ones. */
  readonly missing: number;
  /** Groups without an expected size. Their registered machines are part of the total. */
  readonly groupsWithoutExpected: number;
  /** Groups whose expected size is not declared: the history shows it. */
  readonly groupsLearned: number;
  /** Declared groups that were never complete. */
  readonly groupsArriving: number;
  readonly namespaces: number;
  readonly connections: number;
  readonly replicas: TroubledFleet["replicas"] & { readonly running: number; readonly source: string };
}

/** Head of "strip": rows are StripRow, one ribbon each, ordered by namespace, then name. `machines` = the total of all ribbons. */
export interface StripHead {
  readonly total: number;
  readonly machines: number;
}

/** One ribbon: counts by the codes of states; a cell's name is asked for by (id, index). `unvouched` of the healthy are not green. */
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
  /** Machines that are not there and count in the total: the lost ones, and others that are expected. */
  readonly lost: number;
  readonly missing: number;
  readonly expected: number | null;
  readonly expectedFrom: RollUp["expectedFrom"];
}

/** Head of "groups": rows are GroupRow. */
export interface GroupsHead {
  readonly total: number;
  readonly matched: number;
  readonly problem: string | null;
}

/** Head of "entries": rows are EntryRow. `matched` of `total`; facets count the filtered list, each without its own filter. */
export interface EntriesHead {
  readonly total: number;
  readonly matched: number;
  readonly facets: readonly Facet[];
  /** What in the query could not be read, in words, or null. */
  readonly problem: string | null;
  /** On an empty result: how many entries match when one term is left out. */
  readonly without: readonly { readonly term: string; readonly matched: number }[];
  /** Values of facets that are asked for and that no entry has which matches the rest, with the value that is spelled most like it. */
  readonly absent?: readonly { readonly term: string; readonly nearest: string | null }[] | undefined;
  /** Only of a list of the vanished: the window they went in, what the record can tell of it, and how many more went than are looked at. */
  readonly vanished?:
    | { readonly from: number; readonly to: number; readonly recorded: HistoryCoverage; readonly notRecordedMs: number; readonly older: number }
    | undefined;
}

/** A label and where it comes from; `overridden` is the spec's value where metadata wins (docs/istio.md#labels). */
export interface WireLabel {
  readonly key: string;
  readonly value: string;
  readonly from: "metadata" | "spec" | "both" | "derived";
  readonly overridden: string | null;
}

/** What Istio does next with an entry, and when (docs/istio.md#cleanup); `assumed` = the time rests on an assumed value. */
export const WireNext = z.object({
  kind: z.enum(["nothing", "renew", "delete", "drop-condition", "sweep", "never-cleaned", "unknown"]),
  at: z.nullable(z.number()),
  latestAt: z.nullable(z.number()),
  assumed: z.boolean(),
});
export type WireNext = z.infer<typeof WireNext>;

/** A machine that is planned to go; `by` in milliseconds, null = no end was given. */
interface WirePlan {
  readonly entry: string;
  readonly by: number | null;
  readonly reason: string;
}

/** An entry that lost its drain when it was made anew: when the one before it went (milliseconds), and the reason that was given, "" = none. */
export interface LostDrain {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly endedAt: number;
  readonly reason: string;
}

/** Head of "entry". No rows. `found` false = no such entry in sight. */
export interface EntryHead {
  readonly found: boolean;
  readonly row: EntryRow | null;
  readonly detail: {
    readonly resourceVersion: string;
    readonly serviceAccount: string;
    readonly weight: number | null;
    /** The source of the locality: `spec.locality`, or the key of a label; "" = it has none. */
    readonly localityFrom: string;
    /** The locality that other versions of istiod read; null = all read the same. `isKnown`: the running version is known for sure. */
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
    /** How the entry belongs to its group. */
    readonly membership: "owned" | "annotated" | "owner-differs" | "none";
    readonly groupExists: boolean;
    readonly lastWriter: Writer | null;
    readonly managedBy: string;
    readonly deletingAt: number | null;
    readonly replica: {
      readonly name: string;
      readonly namespace: string;
      readonly revision: string;
      readonly zone: string;
      readonly runningSince: number | null;
      readonly phase: string;
      /** Of its Pod: a reason of the condition Ready (a stranger's text), and when it has to be gone. */
      readonly readyReason: string;
      readonly deletingAt: number | null;
    } | null;
    readonly replicasKind: "known" | "assumed" | "denied";
    readonly maxConnectionAge: WireFact;
    readonly gracePeriod: WireFact;
    readonly next: WireNext;
    readonly lostDrain: LostDrain | null;
    /** Its group names it as planned to go. */
    readonly planned: WirePlan | null;
    /** The outcome for its callers if it has no address; null = it has one. */
    readonly addressReach: { readonly own: AddressOutcome; readonly others: AddressOutcome; readonly none: AddressOutcome } | null;
  } | null;
}

/** Head of "group". No rows: its machines are the view "entries" with the group's filter. */
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
    /** Entries of the namespace that carry the group's labels but do not belong to it. */
    readonly labelOnly: readonly EntryRow[];
    readonly labelOnlyTotal: number;
    /** What Istio does next with those of its machines that are in trouble, alike ones together and what is due first at the front. */
    readonly next: readonly { readonly connection: EntryRow["connection"]; readonly count: number; readonly next: WireNext }[];
    /** Of so many of them: of very many, only the first are looked at. */
    readonly nextOf: number;
    /** Machines that it names as planned to go, and whether they are there; null = its annotation cannot be read, or their sight is missing. */
    readonly planned: readonly (WirePlan & { readonly here: boolean | null })[] | null;
    /** Those of its machines that lost a drain. */
    readonly lostDrains: readonly LostDrain[];
    readonly lastWriter: Writer | null;
    readonly managedBy: string;
    readonly deletingAt: number | null;
  } | null;
}
