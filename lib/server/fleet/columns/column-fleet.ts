import type { ComparedKey, FacetKey } from "@/lib/contract/filter-term";
import type { ListQuery } from "@/lib/contract/list-query";
import type { EntryRow, GroupRow } from "@/lib/contract/rows";
import type { LabelSet } from "@/lib/domain/label-set";
import type { Scope } from "@/lib/domain/scope";
import type { Since } from "@/lib/domain/since";
import { type SourceName, sourceLine } from "@/lib/domain/source";
import { STATES, type Verdict } from "@/lib/domain/verdict";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { World } from "@/lib/domain/world";
import type { BearingMesh } from "@/lib/server/fleet/bearing";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef, FleetListener } from "@/lib/server/fleet/entry-change";
import type { EntryList } from "@/lib/server/fleet/entry-list";
import type { FleetGroup, GroupMemory, GroupTrait, TraitCount } from "@/lib/server/fleet/fleet-group";
import type { FleetEndpoint, FleetReader, JudgedEntry, NamespaceNames, Only, RememberingFleet, SeenGroup } from "@/lib/server/fleet/fleet-reader";
import type { Sight } from "@/lib/server/fleet/group-sight";
import { type TableSource, type Tables, tableOf } from "@/lib/server/fleet/tables";
import { IndexedHosts } from "@/lib/server/hosts/indexed-hosts";
import { bearingAt } from "./entry-bearing";
import { facetNumber, facetText } from "./entry-facets";
import { countInPlace, labelledIn, labelValue } from "./entry-filter";
import { EntryOrders, entryOrder } from "./entry-orders";
import { entryRow } from "./entry-row";
import { timeAt } from "./entry-times";
import type { FleetStore } from "./fleet-store";
import { compareGroupHarm } from "./group-harm";
import { groupRow } from "./group-row";
import type { GroupRecord, Tally } from "./group-table";
import { onlyMachines } from "./only-machines";
import { StandingList } from "./standing-list";
import { connectionKindAt } from "./verdict-columns";

/** What a fleet has beside its store. */
export interface FleetParts {
  readonly clusters: readonly string[];
  readonly tables: Tables;
  readonly now: () => number;
  readonly catchUp: () => boolean;
  readonly namespacesOf: (cluster: string) => NamespaceNames;
  readonly hookNamespaces: (hook: (cluster: string) => void) => () => void;
  /** Where entries are not what a verdict on them would say, as those that are gone: an entry as lists show it, and how it ended, in words. */
  readonly rowAt?: (entry: EntryRef) => EntryRow;
  readonly isBack?: (entry: EntryRef) => boolean;
  readonly endingAt?: (entry: EntryRef) => string;
  /** Where it is known which sources were seen. */
  readonly sees?: FleetReader["sees"];
}

const TALLIES = { zone: "zones", network: "networks", replica: "controllers", account: "accounts" } as const satisfies Record<GroupTrait, keyof GroupRecord>;

const TRAIT_COLUMNS = { zone: "zone", network: "network", replica: "controller", account: "serviceAccount" } as const;

/** A fleet over a store of columns: the references that it gives are the store's slots. */
export class ColumnFleet implements RememberingFleet {
  readonly clusters: readonly string[];
  readonly tables: Tables;
  readonly hosts: IndexedHosts;
  readonly orders: EntryOrders;
  readonly now: () => number;
  readonly catchUp: () => boolean;
  readonly namespacesOf: (cluster: string) => NamespaceNames;
  readonly isBack?: (entry: EntryRef) => boolean;

  constructor(
    readonly store: FleetStore,
    private readonly parts: FleetParts,
  ) {
    this.clusters = parts.clusters;
    this.tables = parts.tables;
    this.now = parts.now;
    this.catchUp = parts.catchUp;
    this.namespacesOf = parts.namespacesOf;
    this.orders = new EntryOrders(store);
    this.hosts = new IndexedHosts(this);
    if (parts.isBack !== undefined) this.isBack = parts.isBack;
  }

  get size(): number {
    return this.store.size;
  }

  /** Nobody watches for it. */
  need(_scope: Scope, _cluster: string, _source: SourceName, _namespace: string): () => void {
    return () => undefined;
  }

  /** What the record keeps was seen; of anything else only what is here. */
  sees(cluster: string, source: TableSource, namespace?: string): boolean {
    if (this.parts.sees !== undefined) return this.parts.sees(cluster, source, namespace);
    const table = tableOf(this.tables, source);
    return sourceLine(source).subjects.length > 0 || (namespace === undefined ? table.size > 0 : table.inNamespace(cluster, namespace).length > 0);
  }

  worldOf(cluster: string): World {
    return this.store.worldOf(cluster);
  }

  subscribe(listener: FleetListener): () => void {
    const { leaving, entering, group, memory, world, namespaces } = listener;
    const unhook: (() => void)[] = [];
    if (leaving !== undefined || entering !== undefined)
      unhook.push(
        this.store.hookEntries({
          leaving: (slot, mask, moment) => listener.leaving?.(slot as EntryRef, ChangedParts.ofBits(mask), moment),
          entering: (slot, mask, moment) => listener.entering?.(slot as EntryRef, ChangedParts.ofBits(mask), moment),
        }),
      );
    if (group !== undefined) unhook.push(this.store.hookGroups((record) => listener.group?.(record)));
    if (memory !== undefined) unhook.push(this.store.hookMemory((record) => listener.memory?.(record)));
    if (world !== undefined) unhook.push(this.store.hookWorlds((cluster) => listener.world?.(cluster)));
    if (namespaces !== undefined) unhook.push(this.parts.hookNamespaces((cluster) => listener.namespaces?.(cluster)));
    return () => {
      for (const off of unhook) off();
    };
  }

  *entries(): Generator<EntryRef, undefined> {
    for (let slot = 0; slot < this.store.columns.limit; slot++) if (this.store.isUsed(slot)) yield slot as EntryRef;
  }

  isThere(entry: EntryRef): boolean {
    return this.store.isUsed(entry);
  }

  byUid(cluster: string, uid: string): EntryRef | null {
    return refOf(this.store.slotOfUid(cluster, uid));
  }

  byName(cluster: string, namespace: string, name: string): EntryRef | null {
    return refOf(this.store.slotOfName(cluster, namespace, name));
  }

  identityOf(entry: EntryRef): Pick<WorkloadEntry, "cluster" | "namespace" | "name" | "uid"> {
    const { columns, places } = this.store;
    const { cluster, namespace } = places.at(columns.int("place", entry));
    return { cluster, namespace, name: columns.names[entry] ?? "", uid: columns.uids.text(entry) };
  }

  nameOf(entry: EntryRef): string {
    return this.store.columns.names[entry] ?? "";
  }

  entry(entry: EntryRef): WorkloadEntry {
    return this.store.entry(entry);
  }

  row(entry: EntryRef): EntryRow {
    return this.parts.rowAt === undefined ? entryRow(this.store, entry, this.now()) : this.parts.rowAt(entry);
  }

  verdict(entry: EntryRef): Verdict {
    return this.store.verdict(entry, this.now());
  }

  judged(entry: EntryRef): JudgedEntry {
    const { columns } = this.store;
    const { state, vouched, servingClass } = columns.derivedBytes;
    return {
      state: STATES[state[entry] ?? 0] ?? "unreadable",
      vouched: vouched[entry] === 1,
      servingClass: servingClass[entry] ?? 0,
      connection: connectionKindAt(columns, entry),
      since: columns.since(entry),
    };
  }

  facet(entry: EntryRef, facet: FacetKey): string {
    return facetText(this.store, facet, facetNumber(this.store, facet, entry));
  }

  trait(entry: EntryRef, trait: GroupTrait): string {
    return this.store.columns.text(TRAIT_COLUMNS[trait], entry);
  }

  time(entry: EntryRef, key: ComparedKey): number | null {
    return timeAt(this.store, entry, key);
  }

  label(entry: EntryRef, key: string): string | undefined {
    return labelValue(this.store, entry, key);
  }

  bearing(entry: EntryRef, mesh: BearingMesh): number {
    return bearingAt(this.store.columns, entry, mesh);
  }

  endpoint(entry: EntryRef): FleetEndpoint {
    const { columns } = this.store;
    return { address: columns.text("address", entry), network: columns.text("network", entry), weight: columns.float("weight", entry) || 1 };
  }

  labelled(cluster: string, namespace: string, labels: LabelSet): Iterable<EntryRef> {
    const place = this.store.places.find(cluster, namespace);
    return place === undefined ? [] : (labelledIn(this.store, place.id, labels) as Iterable<number> as Iterable<EntryRef>);
  }

  groupOf(entry: EntryRef): FleetGroup {
    return this.store.groups.at(this.store.columns.int("group", entry));
  }

  isSort(spelled: string): boolean {
    return entryOrder(this.store, spelled) !== null;
  }

  list(query: ListQuery, scope: Scope, only?: Only): EntryList {
    const { endingAt } = this.parts;
    return new StandingList(this.store, this.orders, query, scope, { now: this.now(), endingAt: slotted(endingAt), only: slotted(only) });
  }

  count(query: ListQuery, scope: Scope, only?: Only): number {
    return countInPlace(this.store, query, scope, slotted(only));
  }

  groups(only?: Only): readonly FleetGroup[] {
    const test = slotted(only);
    return test === undefined ? this.store.groups.ordered : onlyMachines(this.store, test);
  }

  group(cluster: string, namespace: string, name: string): FleetGroup | null {
    const place = this.store.places.find(cluster, namespace);
    return (place && this.store.groups.find(place.id, name)) ?? null;
  }

  groupsIn(cluster: string, namespace: string): Iterable<FleetGroup> {
    const place = this.store.places.find(cluster, namespace);
    return place === undefined ? [] : this.store.groups.inPlace(place.id);
  }

  members(group: FleetGroup): Iterable<EntryRef> {
    return recordOf(group).members as Iterable<number> as Iterable<EntryRef>;
  }

  troubled(group: FleetGroup): Iterable<EntryRef> {
    return recordOf(group).trouble as Iterable<number> as Iterable<EntryRef>;
  }

  traits(group: FleetGroup, trait: GroupTrait): readonly TraitCount[] {
    const { texts } = this.store.columns;
    return [...this.#tallies(group, trait)].map(([value, { count, trouble }]) => ({ value: texts.text(value), count, trouble }));
  }

  traitCount(group: FleetGroup, trait: GroupTrait, value: string): number {
    const number = this.store.columns.texts.find(value);
    return number === undefined ? 0 : (this.#tallies(group, trait).get(number)?.count ?? 0);
  }

  groupRow(group: FleetGroup, sight: Sight): GroupRow {
    return groupRow(this.store, recordOf(group), sight);
  }

  compareHarm(a: SeenGroup, b: SeenGroup): number {
    return compareGroupHarm(this.store.columns, a as SeenRecord, b as SeenRecord);
  }

  remember(group: FleetGroup, memory: GroupMemory): void {
    this.store.remember(recordOf(group), memory);
  }

  resume(entry: EntryRef, since: Since, at: number): void {
    this.store.resume(entry, since, at);
  }

  #tallies(group: FleetGroup, trait: GroupTrait): ReadonlyMap<number, Tally> {
    return recordOf(group)[TALLIES[trait]];
  }
}

function refOf(slot: number): EntryRef | null {
  return slot < 0 ? null : (slot as EntryRef);
}

type SeenRecord = SeenGroup & { readonly record: GroupRecord };

/** Every group that such a fleet gives is a record of its store. */
function recordOf(group: FleetGroup): GroupRecord {
  return group as GroupRecord;
}

/** A function of references as one of slots. */
function slotted<Value>(of: ((entry: EntryRef) => Value) | undefined): ((slot: number) => Value) | undefined {
  return of && ((slot) => of(slot as EntryRef));
}
