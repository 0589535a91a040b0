import type { EntryRow } from "@/lib/contract/rows";
import { EntryOrders } from "./entry-orders";
import { FleetStore } from "./fleet-store";
import { SelectorTable } from "./selector-table";

/** What is known of one cluster's namespaces. */
export interface NamespaceNames {
  readonly names: readonly string[];
  readonly partial: boolean;
}

/**
 * Everything a query runs over: rows with their indexes, the world, names and time. The live fleet is one implementation;
 * the fleet at another time, or with a zone taken away, is another: queries and views never know which.
 */
export interface FleetReader {
  readonly store: FleetStore;
  readonly orders: EntryOrders;
  readonly clusters: readonly string[];
  namespacesOf(cluster: string): NamespaceNames;
  /** Hears whenever the names of a cluster's namespaces are told anew. */
  hookNamespaces(hook: (cluster: string) => void): () => void;
  now(): number;
  /** Where entries are not what a verdict on them would say, as those that are gone: an entry as lists show it. */
  readonly rowAt?: (slot: number) => EntryRow;
  /** Of entries that are gone: has another one its name now? */
  readonly isBack?: (slot: number) => boolean;
  /** Of these: how an entry ended, in words. */
  readonly endingAt?: (slot: number) => string;
}

/** What only the fleet of now has: where its watches write. */
export interface LiveFleet extends FleetReader {
  readonly selectors: SelectorTable;
  setNamespaces(cluster: string, names: NamespaceNames): void;
}

/** The live fleet. */
export function liveFleet(clusters: readonly string[], now: () => number): LiveFleet {
  const store = new FleetStore();
  const namespaces = new Map<string, NamespaceNames>();
  const hooks = new Set<(cluster: string) => void>();
  return {
    store,
    orders: new EntryOrders(store),
    selectors: new SelectorTable(),
    clusters,
    now,
    namespacesOf: (cluster) => namespaces.get(cluster) ?? { names: [], partial: true },
    hookNamespaces: (hook) => {
      hooks.add(hook);
      return () => hooks.delete(hook);
    },
    setNamespaces: (cluster, names) => {
      namespaces.set(cluster, names);
      for (const hook of hooks) hook(cluster);
    },
  };
}
