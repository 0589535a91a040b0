import { isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import type { SourceName } from "@/lib/domain/source/source";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import type { Clock } from "@/lib/server/clock";
import { createTables, type TableSource } from "@/lib/server/cluster/tables";
import { atMost } from "@/lib/server/derive/evaluations";
import type { SourceTeller } from "@/lib/server/watch/sink";
import { ColumnFleet } from "./columns/column-fleet";
import { FleetStore } from "./columns/fleet-store";
import type { FleetListener } from "./entry-change";
import { EntryMemory } from "./entry-memory";
import { EntrySink } from "./entry-sink";
import { FindingMemory } from "./finding-memory";
import type { NamespaceNames } from "./fleet-reader";
import type { FleetWriter } from "./fleet-writer";
import { SeenSources, type StoredSource } from "./seen-sources";

/** So many verdicts are evaluated in one go for somebody who waits to be answered: less than some 10 ms. */
const CAUGHT_UP_AT_ONCE = 200;

/** The fleet of now, to which watches write. */
export class LiveFleet extends ColumnFleet {
  readonly findingMemory = new FindingMemory();
  readonly entryMemory: EntryMemory;
  /** What watches write to. */
  readonly store: FleetWriter;
  /** The verdicts that are due, by the clock or by a new world. */
  readonly evaluations: FleetStore["evaluations"];
  readonly #names: TellingNames;
  readonly #seen = new SeenSources();
  readonly #visibilityHooks = new Set<(cluster: string) => void>();
  #watch: WatchNeeded = () => () => undefined;

  constructor(clusters: readonly string[], now: () => number, store: FleetStore) {
    const names = new TellingNames();
    super(store, {
      clusters,
      now,
      tables: createTables(),
      catchUp: () => store.evaluations.catchUp(now(), atMost(CAUGHT_UP_AT_ONCE)),
      namespacesOf: (cluster) => names.of(cluster),
      hookNamespaces: (hook) => names.hook(hook),
    });
    this.store = store;
    this.evaluations = store.evaluations;
    this.#names = names;
    this.entryMemory = new EntryMemory(this);
  }

  /** Takes the entries of one source: a cluster's, in one namespace or in all. */
  entrySink(cluster: string, namespace: string, clock: Clock, teller: SourceTeller): EntrySink {
    return new EntrySink(this.columnStore, clock, cluster, namespace, teller);
  }

  /** Takes the clusters that are configured now. */
  setClusters(clusters: readonly string[]): void {
    this.clusters = clusters;
  }

  setNamespaces(cluster: string, names: NamespaceNames): void {
    this.#names.set(cluster, names);
  }

  /** Takes how fresh a source is in a namespace ("*" = all); null = it is watched no longer. */
  setFreshness(cluster: string, source: TableSource | StoredSource, namespace: string, freshness: Freshness | null): void {
    if (!this.#seen.set(cluster, source, namespace, freshness)) return;
    this.hosts.sightTurned(cluster);
    for (const hook of this.#visibilityHooks) hook(cluster);
  }

  override subscribe(listener: FleetListener): () => void {
    const end = super.subscribe(listener);
    const hook = (cluster: string) => listener.visibility?.(cluster);
    this.#visibilityHooks.add(hook);
    return () => {
      this.#visibilityHooks.delete(hook);
      end();
    };
  }

  override sees(cluster: string, source: TableSource, namespace?: string): boolean {
    return this.#seen.has(cluster, source, namespace);
  }

  lacks(cluster: string, source: StoredSource, namespace?: string): boolean {
    return this.#seen.lacks(cluster, source, namespace);
  }

  isListed(cluster: string, source: StoredSource, namespace: string): boolean {
    return this.#seen.has(cluster, source, namespace);
  }

  override need(scope: Scope, cluster: string, source: SourceName, namespace: string): () => void {
    return isSourceVisible(scope, cluster, source, namespace) ? this.#watch(cluster, source, namespace) : () => undefined;
  }

  /** Who watches what is needed. */
  onNeed(watch: WatchNeeded): void {
    this.#watch = watch;
  }
}

/** Watches a source in a namespace until the returned function is called. */
type WatchNeeded = (cluster: string, source: SourceName, namespace: string) => () => void;

/** The live fleet of some clusters, which knows nothing yet; `now` in milliseconds. `store`: what it keeps machines in, where that itself is looked at. */
export function liveFleet(clusters: readonly string[], now: () => number, store = new FleetStore()): LiveFleet {
  return new LiveFleet(clusters, now, store);
}

const NO_NAMES: NamespaceNames = { names: [], partial: true };

/** The names of namespaces, as they are told. */
class TellingNames {
  readonly #names = new Map<string, NamespaceNames>();
  readonly #hooks = new Set<(cluster: string) => void>();

  of(cluster: string): NamespaceNames {
    return this.#names.get(cluster) ?? NO_NAMES;
  }

  hook(hook: (cluster: string) => void): () => void {
    this.#hooks.add(hook);
    return () => this.#hooks.delete(hook);
  }

  set(cluster: string, names: NamespaceNames): void {
    this.#names.set(cluster, names);
    for (const hook of this.#hooks) hook(cluster);
  }
}
