import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { World } from "@/lib/domain/mesh/world";
import type { Since } from "@/lib/domain/verdict/since";
import { createTables, type Tables } from "@/lib/server/cluster/tables";
import type { FleetParts } from "./columns/column-entries";
import { ColumnFleet } from "./columns/column-fleet";
import { entryRow } from "./columns/entry-row";
import { FleetStore, VANISHED } from "./columns/fleet-store";
import type { EntryRef } from "./entry-change";
import type { NamespaceNames, RememberingFleet } from "./fleet-reader";

const NO_NAMES: NamespaceNames = { names: [], partial: true };

/** Gathers what a fleet of another time consists of: worlds and groups first, then entries, in any order. */
export class StillFleet {
  readonly #store = new FleetStore();

  setWorld(world: World, at: number): void {
    this.#store.setWorld(world, at);
  }

  putGroup(group: WorkloadGroup): void {
    this.#store.upsertGroup(group);
  }

  /**
   * Takes an entry that is not there yet: judged as it was at a moment, in its state since `since`. `like`: an entry, if one is known, of the same
   * spec, labels, owner and annotations but for its address.
   */
  putEntry(entry: WorkloadEntry, since: Since, at: number, like?: EntryRef): EntryRef {
    return this.#store.placeEntry(entry, since, at, like ?? -1) as EntryRef;
  }

  /** Takes an entry that is not there any more: vanished since it ended, and nothing judges it again. `isTopologyRead`: as of `localityOf`. */
  putVanished(entry: WorkloadEntry, endedAt: number, isTopologyRead: boolean): void {
    this.#store.placeVanished(entry, endedAt, isTopologyRead);
  }

  forget(cluster: string, uid: string, at: number): void {
    this.#store.removeEntry(cluster, uid, at, "seen");
  }

  /** An entry as lists show it, by the verdict of a moment. */
  rowAt(entry: EntryRef, at: number): EntryRow {
    return entryRow(this.#store, entry, at);
  }

  /** A vanished entry as lists show it. */
  vanishedRow(entry: EntryRef, at: number): EntryRow {
    return entryRow(this.#store, entry, at, VANISHED);
  }

  /** The message of the report that a vanished entry had, or "". */
  reportOf(entry: EntryRef): string {
    return this.#store.columns.text("health.message", entry);
  }

  world(cluster: string): World {
    return this.#store.worldOf(cluster);
  }

  /** What was gathered, as a fleet whose clock is `now`. */
  reader({ clusters, now, tables = createTables(), ...shown }: StillParts): RememberingFleet {
    const names = new Map(clusters.map((cluster) => [cluster, new Set<string>()]));
    for (const { place } of this.#store.groups.ordered) names.get(place.cluster)?.add(place.namespace);
    const told = new Map([...names].map(([cluster, ours]) => [cluster, { names: [...ours].sort(), partial: true }]));
    return new ColumnFleet(this.#store, {
      clusters,
      now,
      tables,
      catchUp: () => true,
      namespacesOf: (cluster) => told.get(cluster) ?? NO_NAMES,
      hookNamespaces: () => () => undefined,
      ...shown,
    });
  }
}

type StillParts = Pick<FleetParts, "clusters" | "now" | "rowAt" | "isBack" | "endingAt" | "sees"> & { readonly tables?: Tables };
