import type { DurationKey, MachineFacet } from "@/lib/contract/url/filter-term";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import { STATES, type Verdict } from "@/lib/domain/verdict/verdict";
import type { Tables } from "@/lib/server/cluster/tables";
import type { BearingMesh } from "@/lib/server/fleet/bearing";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { GroupTrait } from "@/lib/server/fleet/fleet-group";
import type { FleetEndpoint, FleetReader, JudgedEntry, NamespaceNames } from "@/lib/server/fleet/fleet-reader";
import { presentText } from "./column-text";
import { bearingAt } from "./entry-bearing";
import { facetNumber, facetText } from "./entry-facets";
import { labelValue } from "./entry-filter";
import { entryRow } from "./entry-row";
import { timeAt } from "./entry-times";
import type { FleetStore } from "./fleet-store";
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

const TRAIT_COLUMNS = { zone: "zone", network: "network", replica: "controller", account: "serviceAccount", version: "version" } as const;

/** Reads the machines of a store one by one: the references that it gives and takes are the store's slots. */
export class ColumnEntries {
  readonly now: () => number;

  constructor(
    protected readonly columnStore: FleetStore,
    protected readonly parts: FleetParts,
  ) {
    this.now = parts.now;
  }

  get size(): number {
    return this.columnStore.size;
  }

  worldOf(cluster: string): World {
    return this.columnStore.worldOf(cluster);
  }

  *entries(): Generator<EntryRef, undefined> {
    for (let slot = 0; slot < this.columnStore.columns.limit; slot++) if (this.columnStore.isUsed(slot)) yield slot as EntryRef;
  }

  isThere(entry: EntryRef): boolean {
    return this.columnStore.isUsed(entry);
  }

  byUid(cluster: string, uid: string): EntryRef | null {
    return refOf(this.columnStore.slotOfUid(cluster, uid));
  }

  byName(cluster: string, namespace: string, name: string): EntryRef | null {
    return refOf(this.columnStore.slotOfName(cluster, namespace, name));
  }

  identityOf(entry: EntryRef): Pick<WorkloadEntry, "cluster" | "namespace" | "name" | "uid"> {
    const { columns, places } = this.columnStore;
    const { cluster, namespace } = places.at(columns.int("place", entry));
    return { cluster, namespace, name: columns.names[entry] ?? "", uid: columns.uids.text(entry) };
  }

  nameOf(entry: EntryRef): string {
    return this.columnStore.columns.names[entry] ?? "";
  }

  entry(entry: EntryRef): WorkloadEntry {
    return this.columnStore.entry(entry);
  }

  healthStatus(entry: EntryRef): string | null {
    return presentText(this.columnStore.columns.text("health.status", entry));
  }

  row(entry: EntryRef): EntryRow {
    return this.parts.rowAt === undefined ? entryRow(this.columnStore, entry, this.now()) : this.parts.rowAt(entry);
  }

  verdict(entry: EntryRef): Verdict {
    return this.columnStore.verdict(entry, this.now());
  }

  judged(entry: EntryRef): JudgedEntry {
    const { columns } = this.columnStore;
    const { state, vouched, servingClass } = columns.derivedBytes;
    return {
      state: STATES[state[entry] ?? 0] ?? "unreadable",
      vouched: vouched[entry] === 1,
      servingClass: servingClass[entry] ?? 0,
      connection: connectionKindAt(columns, entry),
      since: columns.since(entry),
    };
  }

  facet(entry: EntryRef, facet: MachineFacet): string {
    return facetText(this.columnStore, facet, facetNumber(this.columnStore, facet, entry));
  }

  trait(entry: EntryRef, trait: GroupTrait): string {
    const { columns } = this.columnStore;
    return columns.text(TRAIT_COLUMNS[trait], entry);
  }

  locality(entry: EntryRef): string {
    return this.columnStore.columns.text("effectiveLocality", entry);
  }

  time(entry: EntryRef, key: DurationKey): number | null {
    return timeAt(this.columnStore, entry, key);
  }

  label(entry: EntryRef, key: string): string | undefined {
    return labelValue(this.columnStore, entry, key);
  }

  bearing(entry: EntryRef, mesh: BearingMesh): number {
    return bearingAt(this.columnStore.columns, entry, mesh);
  }

  endpoint(entry: EntryRef): FleetEndpoint {
    const { columns } = this.columnStore;
    return { address: columns.text("address", entry), network: columns.text("network", entry), weight: columns.float("weight", entry) || 1 };
  }
}

function refOf(slot: number): EntryRef | null {
  return slot < 0 ? null : (slot as EntryRef);
}
