import type { DurationKey, MachineFacet } from "@/lib/contract/url/filter-term";
import type { ListQuery } from "@/lib/contract/url/list-query";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { GroupRow } from "@/lib/contract/views/groups";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { Scope } from "@/lib/domain/source/scope";
import type { SourceName } from "@/lib/domain/source/source";
import type { Since } from "@/lib/domain/verdict/since";
import type { TroubleSummary } from "@/lib/domain/verdict/tiers";
import type { Connection, State, Verdict } from "@/lib/domain/verdict/verdict";
import type { TableSource, Tables } from "@/lib/server/cluster/tables";
import type { HostReader } from "@/lib/server/hosts/host-reader";
import type { BearingMesh } from "./bearing";
import type { EntryRef, FleetListener } from "./entry-change";
import type { EntryList } from "./entry-list";
import type { EntryMemory } from "./entry-memory";
import type { FindingMemory } from "./finding-memory";
import type { FleetGroup, FleetPlace, GroupLocality, GroupMemory, GroupTrait, TraitCount } from "./fleet-group";
import type { Sight } from "./group-sight";
import type { HostMemory } from "./host-memory";
import type { IncidentMemory } from "./incident-memory";
import type { StoredSource } from "./seen-sources";

/** What is known of one cluster's namespaces. */
export interface NamespaceNames {
  readonly names: readonly string[];
  readonly partial: boolean;
}

/** A time for which the history has no observation. Milliseconds. */
export interface UnrecordedTime {
  readonly from: number;
  readonly to: number;
}

/** What was judged of an entry when it last changed. */
export interface JudgedEntry {
  readonly state: State;
  readonly vouched: boolean;
  /** The number of `servingClassOf` in lib/domain/verdict/roll-up.ts. */
  readonly servingClass: number;
  readonly connection: Connection["kind"];
  readonly since: Since;
}

/** Where callers reach an entry. */
export interface FleetEndpoint {
  readonly address: string;
  readonly network: string;
  readonly weight: number;
}

/** A group with what of it may be seen. */
export interface SeenGroup {
  readonly record: FleetGroup;
  readonly sight: Sight;
}

/**
 * Everything a query runs over: entries, groups, lists and counts as far as a scope sees them, the world, names and time. The live fleet is one
 * implementation; the fleet at another time and the machines that are gone are others: queries and views never know which, nor how entries are kept.
 */
export interface FleetReader {
  readonly clusters: readonly string[];
  /** The objects of sources that have few of them. */
  readonly tables: Tables;
  /** Who is taken by which Service or ServiceEntry. */
  readonly hosts: HostReader;
  /** How many entries there are. */
  readonly size: number;
  readonly now: () => number;
  /** Evaluates some of what fell due, if anything did; true once nothing is left. Before that, counts and orders are not those of `now`. */
  readonly catchUp: () => boolean;
  readonly namespacesOf: (cluster: string) => NamespaceNames;
  /**
   * Needs a source that is watched on demand, in a namespace, until the returned function is called. What is out of sight, or belongs to a fleet that
   * stands still, cannot be needed: nothing comes of it.
   */
  need(scope: Scope, cluster: string, source: SourceName, namespace: string): () => void;
  /**
   * Are the objects of a source that is kept in a table known here: in a namespace, or (without one) anywhere? Where they are not, an empty table tells
   * nothing. Of the past only what was recorded then is: never Pods, and not what an earlier version kept less of.
   */
  sees(cluster: string, source: TableSource, namespace?: string): boolean;
  /** True if entries or groups are not listed yet, or the server may not list them: in a namespace, or (without one) anywhere. Only a live fleet has this. */
  lacks?(cluster: string, source: StoredSource, namespace?: string): boolean;
  /** True if entries or groups of a namespace were listed. Only a live fleet has this. */
  isListed?(cluster: string, source: StoredSource, namespace: string): boolean;
  worldOf(cluster: string): World;
  subscribe(listener: FleetListener): () => void;

  entries(): Iterable<EntryRef>;
  /** Is it still an entry of this fleet, if perhaps another one than it was? */
  isThere(entry: EntryRef): boolean;
  byUid(cluster: string, uid: string): EntryRef | null;
  /** Of several incarnations the newest. */
  byName(cluster: string, namespace: string, name: string): EntryRef | null;
  identityOf(entry: EntryRef): Pick<WorkloadEntry, "cluster" | "namespace" | "name" | "uid">;
  nameOf(entry: EntryRef): string;
  entry(entry: EntryRef): WorkloadEntry;
  /** The status that its health report gives, as it stands; null = it has none. */
  healthStatus(entry: EntryRef): string | null;
  /** The entry as lists show it. */
  row(entry: EntryRef): EntryRow;
  /** The verdict of now. */
  verdict(entry: EntryRef): Verdict;
  judged(entry: EntryRef): JudgedEntry;
  /** A value as the filter box spells it. */
  facet(entry: EntryRef, facet: MachineFacet): string;
  /** What it is counted by in its group; "" = not set. */
  trait(entry: EntryRef, trait: GroupTrait): string;
  /** Where it is, as istiod keeps it: a fourth part stands in it (docs/istio.md#locality). "" = it does not say. */
  locality(entry: EntryRef): string;
  /** The moment that a time of an entry is counted from; null where it says none. */
  time(entry: EntryRef, key: DurationKey): number | null;
  /** The value of a label as selectors see it: derived, then metadata, then spec (docs/istio.md#labels). */
  label(entry: EntryRef, key: string): string | undefined;
  /** How it bears on selectors, as bits (`BEARING`). */
  bearing(entry: EntryRef, mesh: BearingMesh): number;
  /** Where callers reach it, and its weight: 1 where it says none (docs/istio.md#weight). */
  endpoint(entry: EntryRef): FleetEndpoint;
  /** The entries of a namespace that have all these labels, as selectors see them but for `topology.istio.io/cluster` (docs/istio.md#labels); in no order. */
  labelled(cluster: string, namespace: string, labels: LabelSet): Iterable<EntryRef>;
  groupOf(entry: EntryRef): FleetGroup;

  /** Can lists be sorted by this, as the URL spells it? */
  isSort(spelled: string): boolean;
  list(query: ListQuery, scope: Scope): EntryList;
  /** How many entries are in the scope and in the picked clusters and namespaces. */
  count(query: ListQuery, scope: Scope): number;

  /** All groups by cluster, namespace and name; machines without a group come last in their namespace. */
  groups(): readonly FleetGroup[];
  group(cluster: string, namespace: string, name: string): FleetGroup | null;
  /** The groups of one namespace, in no order. */
  groupsIn(cluster: string, namespace: string): Iterable<FleetGroup>;
  members(group: FleetGroup): Iterable<EntryRef>;
  /** Those of its machines that are in trouble. */
  troubled(group: FleetGroup): Iterable<EntryRef>;
  traits(group: FleetGroup, trait: GroupTrait): readonly TraitCount[];
  /** How many of its machines have a value. */
  traitCount(group: FleetGroup, trait: GroupTrait, value: string): number;
  /** Its machines by their localities, in no order. */
  localities(group: FleetGroup): readonly GroupLocality[];
  groupRow(group: FleetGroup, sight: Sight): GroupRow;
  /** Orders groups by harm now; those without any are equal. A group whose machines are not visible is the last. */
  compareHarm(a: SeenGroup, b: SeenGroup): number;
  harm(group: SeenGroup): TroubleSummary;

  /** Since when findings are there; only of the live fleet. */
  readonly findingMemory?: FindingMemory;
  /** The incidents that are not over, and the last ended ones. A fleet of the past has none until the list of incidents reads those of then. */
  readonly incidentMemory?: IncidentMemory;
  /** The services that lost their last endpoint. A fleet of the past has those that were known then. */
  readonly hostMemory?: HostMemory;
  /** The last time for which the history has no observation of the machines of a namespace, in milliseconds; only of the live fleet. Null = there is none. */
  unrecordedIn?(cluster: string, namespace: string): UnrecordedTime | null;
  /** What is remembered of entries beyond their objects; only of the live fleet. */
  readonly entryMemory?: EntryMemory;
  /** Only of entries that are gone: has another one its name now? */
  readonly isBack?: (entry: EntryRef) => boolean;
}

/** A fleet without its index of services, which is built from it. */
export type HostlessFleet = Omit<FleetReader, "hosts">;

/** A fleet that takes what the record knows. */
export interface RememberingFleet extends FleetReader {
  readonly hostMemory: HostMemory;
  /** Takes what the record knows of a group. */
  remember(group: FleetGroup, memory: GroupMemory): void;
  /** The same by name. A group that is gone is part of the fleet while the history shows its losses. */
  recall(place: FleetPlace, name: string, memory: GroupMemory): void;
  /** Takes, at a moment (milliseconds), what the record knows of when the state that an entry is in began. */
  resume(entry: EntryRef, since: Since, at: number): void;
  /** Takes a time for which the history has no observation of the machines of a namespace ("*" = all). Milliseconds. */
  setUnrecorded(cluster: string, namespace: string, time: UnrecordedTime): void;
}
