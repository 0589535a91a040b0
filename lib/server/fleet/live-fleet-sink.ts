import type { ClusterStatus } from "@/lib/contract/status";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { World } from "@/lib/domain/mesh/world";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import type { NamespaceScope, WatchedKind } from "@/lib/domain/source/scope";
import { ALL_NAMESPACES, type SourceName } from "@/lib/domain/source/source";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import { pauseWhileArriving } from "@/lib/server/arrivals";
import type { Clock } from "@/lib/server/clock";
import { isTableSource, type TableSource, tableOf } from "@/lib/server/cluster/tables";
import { type SliceLimits, Slices } from "@/lib/server/derive/slices";
import type { FleetSink } from "@/lib/server/watch/fleet-sink";
import type { CollectionVersion, SourceTeller } from "@/lib/server/watch/sink";
import { TableSink } from "@/lib/server/watch/table-sink";
import type { EntrySink } from "./entry-sink";
import type { NamespaceNames } from "./fleet-reader";
import { createGroupSink } from "./group-sink";
import type { HeldSink } from "./held-sink";
import type { LiveFleet } from "./live-fleet";
import type { StoredSource } from "./seen-sources";

type KeptSource = {
  readonly cluster: string;
  readonly source: SourceName;
  readonly namespace: string;
  readonly sink: EntrySink | HeldSink<WorkloadGroup> | TableSink<IndexedTableObject>;
};

/** Whatever else the watches tell, for those who answer browsers. */
export interface FleetListener {
  status(status: ClusterStatus): void;
  rights(cluster: string, rights: ReadonlyMap<WatchedKind, NamespaceScope>): void;
  /** What each source says of itself, in order with its changes; for those who remember. */
  readonly sources?: SourceListener;
}

/** Hears how far each source can be believed. */
interface SourceListener {
  freshness(cluster: string, source: SourceName, namespace: string, freshness: Freshness): void;
  dropped(cluster: string, source: SourceName, namespace: string): void;
  /** The server's list showed that something was missed while the source looked live. */
  doubted(cluster: string, source: SourceName, namespace: string): void;
  /** The server's list showed that nothing was missed until now. */
  agreed(cluster: string, source: SourceName, namespace: string): void;
  /** Receives the version of a collection from a consistent read. */
  collection?(cluster: string, source: SourceName, namespace: string, version: CollectionVersion): void;
}

/** Brings what the watches of all clusters see into the live fleet, and lets its clock tick. */
export class LiveFleetSink implements FleetSink {
  readonly #sources: KeptSource[] = [];
  readonly #slices: readonly Slices[];

  constructor(
    private readonly fleet: LiveFleet,
    private readonly clock: Clock,
    private readonly listener: FleetListener,
    limits: Partial<SliceLimits> = {},
  ) {
    // Hosts grow with the fleet: whoever asks for them first does not wait until all are counted.
    fleet.hosts.begin();
    this.#slices = [fleet.evaluations, ...fleet.hosts.evaluations].map((evaluations) => new Slices(evaluations, clock, limits, pauseWhileArriving()));
  }

  entries(cluster: string, namespace: string): EntrySink {
    const sink = this.fleet.entrySink(cluster, namespace, this.clock, this.#tellerOf(cluster, "workloadentries", namespace));
    this.#sources.push({ cluster, source: "workloadentries", namespace, sink });
    return sink;
  }

  groups(cluster: string, namespace: string): HeldSink<WorkloadGroup> {
    const sink = createGroupSink(this.fleet.store, cluster, this.#tellerOf(cluster, "workloadgroups", namespace));
    this.#sources.push({ cluster, source: "workloadgroups", namespace, sink });
    return sink;
  }

  table(cluster: string, source: TableSource, namespace: string): TableSink<IndexedTableObject> {
    const sink = new TableSink({ table: tableOf(this.fleet.tables, source), cluster, namespace }, this.#tellerOf(cluster, source, namespace));
    this.#sources.push({ cluster, source, namespace, sink });
    return sink;
  }

  drop(cluster: string, source: SourceName, namespace: string): void {
    const at = this.#sources.findIndex((one) => one.cluster === cluster && one.source === source && one.namespace === namespace);
    const [dropped] = at < 0 ? [] : this.#sources.splice(at, 1);
    if (dropped === undefined) return;
    this.listener.sources?.dropped(cluster, source, namespace);
    if (hasSight(source)) this.fleet.setFreshness(cluster, source, namespace, null);
    const others = this.#sources.filter((one) => one.cluster === cluster && one.source === source);
    dropped.sink.forget((name) => others.some((other) => other.namespace === ALL_NAMESPACES || other.namespace === name));
  }

  world(world: World): void {
    this.fleet.store.beginWorld(world, this.clock.now());
    for (const slices of this.#slices) slices.run();
  }

  namespaces(cluster: string, names: readonly string[], partial: boolean): void {
    const known: NamespaceNames = { names, partial };
    this.fleet.setNamespaces(cluster, known);
  }

  status(status: ClusterStatus): void {
    this.listener.status(status);
  }

  rights(cluster: string, rights: ReadonlyMap<WatchedKind, NamespaceScope>): void {
    this.listener.rights(cluster, rights);
  }

  stop(): void {
    for (const slices of this.#slices) slices.stop();
  }

  #tellerOf(cluster: string, source: SourceName, namespace: string): SourceTeller {
    const { listener, fleet } = this;
    return {
      freshness: (freshness) => {
        if (hasSight(source)) fleet.setFreshness(cluster, source, namespace, freshness);
        listener.sources?.freshness(cluster, source, namespace, freshness);
      },
      doubted: () => listener.sources?.doubted(cluster, source, namespace),
      agreed: () => listener.sources?.agreed(cluster, source, namespace),
      collection: (version) => listener.sources?.collection?.(cluster, source, namespace, version),
    };
  }
}

/** Sources whose objects the fleet keeps: rules need to know whether they were listed. */
function hasSight(source: SourceName): source is TableSource | StoredSource {
  return isTableSource(source) || source === "workloadentries" || source === "workloadgroups";
}
