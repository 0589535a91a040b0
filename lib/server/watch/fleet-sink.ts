import type { ClusterStatus } from "@/lib/contract/status";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { World } from "@/lib/domain/mesh/world";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import type { NamespaceScope, WatchedKind } from "@/lib/domain/source/scope";
import type { SourceName } from "@/lib/domain/source/source";
import type { TableSource } from "@/lib/server/cluster/tables";
import type { Sink } from "./sink";

/**
 * Where the watches of all clusters write. Every call names its cluster; one cluster's calls never depend on another's.
 * `entries`, `groups` and `table` are asked for once per source and name a namespace or `ALL_NAMESPACES`. When rights change, a source can end:
 * `drop` tells it, and what only that source held is to be forgotten.
 */
export interface FleetSink {
  entries(cluster: string, namespace: string): Sink<WorkloadEntry>;
  groups(cluster: string, namespace: string): Sink<WorkloadGroup>;
  /** A source whose objects are few and kept as they are. */
  table(cluster: string, source: TableSource, namespace: string): Sink<IndexedTableObject>;
  /** The source is watched no longer (its rights went, a wider source replaces it, or nobody needs it). What does not write to the fleet itself is not meant. */
  drop(cluster: string, source: SourceName, namespace: string): void;
  /** The whole world of one cluster, whenever something in it changed. */
  world(world: World): void;
  /** Sorted names; `partial` where they are not the cluster's own list but what was told or may be seen. */
  namespaces(cluster: string, names: readonly string[], partial: boolean): void;
  status(status: ClusterStatus): void;
  /** What the cluster's own credentials may list and watch: a kind without rights is missing. */
  rights(cluster: string, rights: ReadonlyMap<WatchedKind, NamespaceScope>): void;
}
