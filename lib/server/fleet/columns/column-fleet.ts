import type { ListQuery } from "@/lib/contract/url/list-query";
import type { GroupRow } from "@/lib/contract/views/groups";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { Scope } from "@/lib/domain/source/scope";
import { ALL_NAMESPACES, type SourceName, sourceDefinition } from "@/lib/domain/source/source";
import type { Since } from "@/lib/domain/verdict/since";
import type { TroubleSummary } from "@/lib/domain/verdict/tiers";
import { type TableSource, type Tables, tableOf } from "@/lib/server/cluster/tables";
import type { EntryRef, FleetListener } from "@/lib/server/fleet/entry-change";
import type { EntryList } from "@/lib/server/fleet/entry-list";
import type { FleetGroup, FleetPlace, GroupLocality, GroupMemory, GroupTrait, TraitCount } from "@/lib/server/fleet/fleet-group";
import type { NamespaceNames, RememberingFleet, SeenGroup, UnrecordedTime } from "@/lib/server/fleet/fleet-reader";
import type { Sight } from "@/lib/server/fleet/group-sight";
import { HostMemory } from "@/lib/server/fleet/host-memory";
import { IncidentMemory } from "@/lib/server/fleet/incident-memory";
import { IndexedHosts } from "@/lib/server/hosts/indexed-hosts";
import { ColumnEntries, type FleetParts } from "./column-entries";
import { countInPlace, labelledIn } from "./entry-filter";
import { EntryOrders, entryOrder } from "./entry-orders";
import { newsOf } from "./fleet-news";
import type { FleetStore } from "./fleet-store";
import { compareGroupHarm, groupHarm } from "./group-harm";
import { groupRow } from "./group-row";
import type { GroupRecord, Tally } from "./group-table";
import { StandingList } from "./standing-list";

const TALLIES = {
  ...{ zone: "zones", network: "networks", replica: "controllers", account: "accounts", version: "versions" },
} as const satisfies Record<GroupTrait, keyof GroupRecord>;

/** A fleet over a store of columns: the references that it gives are the store's slots. */
export class ColumnFleet extends ColumnEntries implements RememberingFleet {
  clusters: readonly string[];
  readonly tables: Tables;
  readonly hosts: IndexedHosts;
  readonly hostMemory: HostMemory;
  readonly incidentMemory = new IncidentMemory();
  readonly orders: EntryOrders;
  readonly catchUp: () => boolean;
  readonly namespacesOf: (cluster: string) => NamespaceNames;
  readonly isBack?: (entry: EntryRef) => boolean;
  readonly #unrecorded = new Map<string, UnrecordedTime>();

  constructor(store: FleetStore, parts: FleetParts) {
    super(store, parts);
    this.clusters = parts.clusters;
    this.tables = parts.tables;
    this.catchUp = parts.catchUp;
    this.namespacesOf = parts.namespacesOf;
    this.orders = new EntryOrders(store);
    this.hosts = new IndexedHosts(this);
    this.hostMemory = new HostMemory(parts.now);
    if (parts.isBack !== undefined) this.isBack = parts.isBack;
  }

  subscribe(listener: FleetListener): () => void {
    return newsOf(this.columnStore, (hook) => this.parts.hookNamespaces(hook), listener);
  }

  /** Nobody watches for it. */
  need(_scope: Scope, _cluster: string, _source: SourceName, _namespace: string): () => void {
    return () => undefined;
  }

  /** What the record keeps was seen; of anything else only what is here. */
  sees(cluster: string, source: TableSource, namespace?: string): boolean {
    if (this.parts.sees !== undefined) return this.parts.sees(cluster, source, namespace);
    const table = tableOf(this.tables, source);
    return sourceDefinition(source).subjects.length > 0 || (namespace === undefined ? table.size > 0 : table.inNamespace(cluster, namespace).length > 0);
  }

  labelled(cluster: string, namespace: string, labels: LabelSet): Iterable<EntryRef> {
    const place = this.columnStore.places.find(cluster, namespace);
    return place === undefined ? [] : (labelledIn(this.columnStore, place.id, labels) as Iterable<number> as Iterable<EntryRef>);
  }

  groupOf(entry: EntryRef): FleetGroup {
    return this.columnStore.groups.at(this.columnStore.columns.int("group", entry));
  }

  isSort(spelled: string): boolean {
    return entryOrder(this.columnStore, spelled) !== null;
  }

  list(query: ListQuery, scope: Scope): EntryList {
    const { endingAt } = this.parts;
    return new StandingList(this.columnStore, this.orders, query, scope, { now: this.now(), endingAt: endingAt && ((slot) => endingAt(slot as EntryRef)) });
  }

  count(query: ListQuery, scope: Scope): number {
    return countInPlace(this.columnStore, query, scope);
  }

  groups(): readonly FleetGroup[] {
    return this.columnStore.groups.ordered;
  }

  group(cluster: string, namespace: string, name: string): FleetGroup | null {
    const place = this.columnStore.places.find(cluster, namespace);
    return (place && this.columnStore.groups.find(place.id, name)) ?? null;
  }

  groupsIn(cluster: string, namespace: string): Iterable<FleetGroup> {
    const place = this.columnStore.places.find(cluster, namespace);
    return place === undefined ? [] : this.columnStore.groups.inPlace(place.id);
  }

  members(group: FleetGroup): Iterable<EntryRef> {
    return recordOf(group).members as Iterable<number> as Iterable<EntryRef>;
  }

  troubled(group: FleetGroup): Iterable<EntryRef> {
    return recordOf(group).trouble as Iterable<number> as Iterable<EntryRef>;
  }

  traits(group: FleetGroup, trait: GroupTrait): readonly TraitCount[] {
    const { texts } = this.columnStore.columns;
    return [...this.#tallies(group, trait)].map(([value, { count, trouble }]) => ({ value: texts.text(value), count, trouble }));
  }

  traitCount(group: FleetGroup, trait: GroupTrait, value: string): number {
    const number = this.columnStore.columns.texts.find(value);
    return number === undefined ? 0 : (this.#tallies(group, trait).get(number)?.count ?? 0);
  }

  localities(group: FleetGroup): readonly GroupLocality[] {
    const { texts } = this.columnStore.columns;
    return [...recordOf(group).localities].map(([locality, tally]) => ({ locality: texts.text(locality), ...tally }));
  }

  groupRow(group: FleetGroup, sight: Sight): GroupRow {
    return groupRow(this.columnStore, recordOf(group), sight);
  }

  compareHarm(a: SeenGroup, b: SeenGroup): number {
    return compareGroupHarm(this.columnStore.columns, a as SeenRecord, b as SeenRecord, this.now());
  }

  harm({ record, sight }: SeenGroup): TroubleSummary {
    return groupHarm(this.columnStore.columns, recordOf(record), sight);
  }

  remember(group: FleetGroup, memory: GroupMemory): void {
    this.columnStore.remember(recordOf(group), memory);
  }

  recall(place: FleetPlace, name: string, memory: GroupMemory): void {
    this.columnStore.recall(place, name, memory);
  }

  resume(entry: EntryRef, since: Since, at: number): void {
    this.columnStore.resume(entry, since, at);
  }

  setUnrecorded(cluster: string, namespace: string, time: UnrecordedTime): void {
    this.#unrecorded.set(`${cluster}\n${namespace}`, time);
  }

  unrecordedIn(cluster: string, namespace: string): UnrecordedTime | null {
    return this.#unrecorded.get(`${cluster}\n${namespace}`) ?? this.#unrecorded.get(`${cluster}\n${ALL_NAMESPACES}`) ?? null;
  }

  #tallies(group: FleetGroup, trait: GroupTrait): ReadonlyMap<number, Tally> {
    return recordOf(group)[TALLIES[trait]];
  }
}

type SeenRecord = SeenGroup & { readonly record: GroupRecord };

/** Every group that such a fleet gives is a record of its store. */
function recordOf(group: FleetGroup): GroupRecord {
  return group as GroupRecord;
}
