import type { HistoryCoverage } from "@/lib/contract/answers/history";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { LastWriter } from "@/lib/domain/entry/workload-entry";
import type { EmptyAddressOutcome } from "@/lib/domain/networks/empty-address";
import type { EntryRow } from "./entry-row";
import type { Facet, WireDurationFact, WireNextStep } from "./values";
import { keepQueryKeys, type ViewDeclaration } from "./view-declaration";

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

export const ENTRIES_VIEW: ViewDeclaration<EntriesHead, EntryRow> = {
  canonicalQuery: (query) => formatListQuery(parseMachinesQuery(query)),
  cost: 100,
  filterTerms: (query) => parseMachinesQuery(query).terms.length,
  rows: "window",
  rowCount: "matched",
};

/** A label and its source. `overridden`: the value in the spec if the one in the metadata wins (docs/istio.md#labels). */
export interface WireLabel {
  readonly key: string;
  readonly value: string;
  readonly from: "metadata" | "spec" | "both" | "derived";
  readonly overridden: string | null;
}

/** A planned leave. `by` in milliseconds; null = no end. */
export interface WirePlannedLeave {
  readonly entry: string;
  readonly by: number | null;
  readonly reason: string;
}

/** An entry that lost its drain when it was created again. `endedAt`: the end of the previous entry in milliseconds. `reason`: of the drain, "" = none. */
export interface DrainLostOnRecreation {
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
    readonly maxConnectionAge: WireDurationFact;
    readonly gracePeriod: WireDurationFact;
    readonly next: WireNextStep;
    readonly lostDrain: DrainLostOnRecreation | null;
    /** The last time since the beginning of its state for which the history has no observation, in milliseconds. Null = there is none. */
    readonly unrecorded: { readonly from: number; readonly to: number } | null;
    /** The planned leave that its group lists for it. */
    readonly planned: WirePlannedLeave | null;
    /** The result for its callers if it has no address; null = it has one. */
    readonly addressReach: { readonly own: EmptyAddressOutcome; readonly others: EmptyAddressOutcome; readonly none: EmptyAddressOutcome } | null;
  } | null;
}

export const ENTRY_VIEW: ViewDeclaration<EntryHead> = {
  canonicalQuery: (query) => keepQueryKeys(query, "cluster", "ns", "name", "uid"),
  cost: 10,
  rows: "none",
};
