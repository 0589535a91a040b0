import type { ClusterStatus } from "@/lib/contract/status";
import type { SourceName } from "@/lib/domain/source/source";
import type { ServerScope } from "./access/server-scope";
import type { SignIn } from "./access/viewer";
import type { LiveFleet } from "./fleet/live-fleet";
import type { WritingClient } from "./kube/client";
import type { ClusterContext } from "./kube/cluster-context";
import type { ConfiguredClusters } from "./kube/configured-clusters";
import type { Hub } from "./live/hub";
import { log, thrownFields } from "./log";
import type { Problems } from "./problems";
import type { Readiness } from "./readiness";
import type { MemoryOfFleet } from "./start-memory";
import type { StateLines } from "./state-lines";
import type { ClusterWatch } from "./watch/cluster-watch";

/** The watches of the configured clusters, with the last status of each. */
export class ClusterWatches {
  readonly #watches = new Map<string, ClusterWatch>();
  readonly #statuses = new Map<string, ClusterStatus>();
  readonly #ending = new Set<Promise<void>>();

  constructor(private readonly start: (context: ClusterContext) => ClusterWatch) {}

  get statuses(): readonly ClusterStatus[] {
    return [...this.#statuses.values()];
  }

  has(cluster: string): boolean {
    return this.#watches.has(cluster);
  }

  add(context: ClusterContext): void {
    this.#watches.set(context.cluster, this.start(context));
  }

  /** Stops the watch of a cluster. All that it read leaves the fleet before this returns. */
  remove(cluster: string): void {
    const watch = this.#watches.get(cluster);
    this.#watches.delete(cluster);
    this.#statuses.delete(cluster);
    if (watch === undefined) return;
    const ended = watch.remove().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  /** The server's own client of a cluster; undefined = the cluster is not configured. */
  clientOf(cluster: string): WritingClient | undefined {
    return this.#watches.get(cluster)?.client;
  }

  need(cluster: string, source: SourceName, namespace: string): () => void {
    return this.#watches.get(cluster)?.need(source, namespace) ?? (() => undefined);
  }

  /** Stores the status of a cluster. Returns true if its freshness is of another kind than before. */
  takeStatus(status: ClusterStatus): boolean {
    const before = this.#statuses.get(status.cluster)?.freshness.kind;
    this.#statuses.set(status.cluster, status);
    return before !== status.freshness.kind;
  }

  async stop(): Promise<void> {
    await Promise.all([...[...this.#watches.values()].map((watch) => watch.stop()), ...this.#ending]);
  }
}

/** Makes the history of clusters visible that an earlier process watched. Calls again at each start of recording: the database may be another one. */
function showRecordedClusters(memory: Pick<MemoryOfFleet, "history" | "onStatus">, scope: Pick<ServerScope, "setRecorded">): void {
  memory.onStatus(() => {
    if (memory.history.status().kind !== "recording") return;
    const failed = (thrown: unknown) => log("warn", "the clusters of the history could not be read", thrownFields(thrown));
    void memory.history.clusters().then((clusters) => scope.setRecorded(clusters.map(({ cluster }) => cluster)), failed);
  });
}

/** The parts of the process that store something of each cluster. */
interface ClusterParts {
  readonly configured: ConfiguredClusters;
  readonly watches: ClusterWatches;
  readonly memory: Pick<MemoryOfFleet, "added" | "removed" | "history" | "onStatus">;
  readonly fleet: Pick<LiveFleet, "setClusters">;
  readonly scope: Pick<ServerScope, "setKnown" | "setRecorded">;
  readonly signIn: Pick<SignIn, "setContexts">;
  readonly problems: Pick<Problems, "configured" | "removed">;
  readonly readiness: Pick<Readiness, "removed">;
  readonly stateLines: Pick<StateLines, "forget">;
  readonly hub: Pick<Hub, "freshnessChanged">;
}

/**
 * Starts and stops watches as the configured clusters change, for all parts of the process. A removed cluster leaves the incidents before its rows leave the fleet:
 * none of its machines is counted as lost.
 */
export function followClusters({ configured, watches, memory, fleet, scope, signIn, problems, readiness, stateLines, hub }: ClusterParts): void {
  const remove = (cluster: string) => {
    log("info", "a cluster is not configured any more", { cluster });
    memory.removed(cluster);
    watches.remove(cluster);
    for (const part of [problems, readiness]) part.removed(cluster);
    stateLines.forget(cluster);
  };
  const add = (context: ClusterContext) => {
    log("info", "a cluster is configured", { cluster: context.cluster });
    memory.added(context.cluster);
    watches.add(context);
  };
  showRecordedClusters(memory, scope);
  configured.follow(({ added, removed }) => {
    for (const cluster of removed) remove(cluster);
    fleet.setClusters(configured.names);
    problems.configured(configured.problems);
    // Streams begin again with the new clusters.
    scope.setKnown(configured.named);
    signIn.setContexts?.(configured.contexts);
    for (const context of added) add(context);
    hub.freshnessChanged();
  });
}
