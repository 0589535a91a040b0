import type { WireFreshness } from "@/lib/contract/status";
import type { NamespaceScope, WatchedKind } from "@/lib/domain/scope";
import { type Clock, correctedClock } from "@/lib/server/clock";
import type { ClientMode } from "@/lib/server/kube/allow-list";
import { createApiVersions } from "@/lib/server/kube/api-versions";
import { type ClientLimits, createKubeClient, type WritingClient } from "@/lib/server/kube/client";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import type { Problem } from "@/lib/server/kube/problem";
import { serverVersion } from "@/lib/server/kube/read-objects";
import { clusterStatusOf } from "./cluster-status";
import { createClusterWorld, nodesReachOf, podsReachOf } from "./cluster-world";
import { coalesce } from "./coalesce";
import { explainFailure } from "./explain";
import type { FleetSink } from "./fleet-sink";
import { createNamespaceNames } from "./namespace-names";
import type { Rights } from "./rights";
import { startRightsLoop } from "./rights-loop";
import { planSources } from "./source-plan";
import { createSourceSet } from "./source-set";
import { WATCH_TIMINGS, type WatchTimings } from "./watch-timings";

export interface ClusterWatchSettings {
  readonly mode: ClientMode;
  /** Where istiod runs: its Pods are looked for there when not all may be read. */
  readonly istioNamespace: string;
  /** Namespaces to ask about where a kind may not be read everywhere. */
  readonly namespaces: readonly string[];
}

export const CLUSTER_WATCH_SETTINGS: ClusterWatchSettings = { mode: "read-only", istioNamespace: "istio-system", namespaces: [] };

export interface ClusterWatchOptions {
  readonly context: ClusterContext;
  readonly sink: FleetSink;
  /** The machine's own clock, uncorrected. */
  readonly clock: Clock;
  readonly timings?: WatchTimings;
  readonly settings?: ClusterWatchSettings;
  readonly limits?: Partial<ClientLimits>;
  readonly random?: () => number;
  /** Told where what the files of the context say now cannot be used, and (null) when it can. */
  readonly onProblem?: (problem: Problem | null) => void;
}

export interface ClusterWatch {
  readonly cluster: string;
  readonly client: WritingClient;
  /** The clock as this cluster's API server has it: every `asOf` is of this clock. */
  readonly clock: Clock;
  stop(): Promise<void>;
}

/** How long changes are gathered before status, world or namespaces are told again. */
const GATHER_MS = 20;

/** Watches one cluster: asks its own rights, follows what it may read, and tells the sink. Fails for itself alone, and never for good. */
export function startClusterWatch(options: ClusterWatchOptions): ClusterWatch {
  const { context, sink: fleet, timings = WATCH_TIMINGS, settings = CLUSTER_WATCH_SETTINGS, random = Math.random } = options;
  const { cluster } = context;
  const { istioNamespace } = settings;
  const clock = correctedClock(options.clock);
  const client = clientOf(options, settings.mode, clock.correct);
  let rights: Rights | null = null;
  let failure: WireFreshness | null = null;
  let version: string | null = null;

  const turn = coalesce(clock, GATHER_MS, () => {
    const statuses = sources.statuses();
    world.update(podsReachOf(rights, istioNamespace, statuses), nodesReachOf(rights, istioNamespace, statuses));
    if (rights !== null && names.update(rights) && !seesAll(rights)) loop.wake();
    fleet.status(clusterStatusOf({ cluster, istioNamespace, rights, failure, sources: statuses, asked: candidates(), skewMs: client.skewMs(), version }));
  });
  const tellLater = () => turn.call();
  const world = createClusterWorld(cluster, tellLater, (value) => fleet.world(value));
  const names = createNamespaceNames(cluster, fleet, tellLater);
  const sources = createSourceSet({
    ...{ cluster, client, clock, timings, random, world, fleet },
    versions: createApiVersions(client),
    namespaces: names.sink,
    onReport(_source, report) {
      tellLater();
      if (report.freshness.kind === "denied") loop.wake();
    },
  });

  function candidates(): readonly string[] {
    const own = context.namespace === "" ? [] : [context.namespace];
    const named = new Set([...settings.namespaces, ...names.listed(rights), ...own]);
    return named.size === 0 ? ["default"] : [...named].sort();
  }

  function adopt(next: Rights): void {
    if (!sameRights(next, rights)) fleet.rights(cluster, seenKinds(next));
    rights = next;
    failure = null;
    sources.plan(planSources(next, istioNamespace).sources);
    tellLater();
    void serverVersion(client).then((told) => {
      if (!told.ok || told.value === version) return;
      version = told.value;
      tellLater();
    });
  }

  const loop = startRightsLoop({
    ...{ client, clock, timings, random, istioNamespace, candidates },
    onRights: adopt,
    onFailure(error) {
      failure = explainFailure(error);
      tellLater();
    },
  });
  tellLater();

  return {
    cluster,
    client,
    clock,
    async stop() {
      const ended = [loop.stop(), sources.stop()];
      await client.close();
      await Promise.all(ended);
      turn.stop();
    },
  };
}

function clientOf(options: ClusterWatchOptions, mode: ClientMode, onSkew: (ms: number) => void): WritingClient {
  const { context, clock, limits, onProblem } = options;
  return createKubeClient({ context, clock, mode, onSkew, ...(limits === undefined ? {} : { limits }), ...(onProblem === undefined ? {} : { onProblem }) });
}

function seesAll(rights: Rights): boolean {
  return rights.get("workloadentries") === "all" && rights.get("workloadgroups") === "all";
}

function sameRights(a: Rights, b: Rights | null): boolean {
  return b !== null && JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
}

function seenKinds(rights: Rights): ReadonlyMap<WatchedKind, NamespaceScope> {
  return new Map([...rights].filter((pair): pair is [WatchedKind, NamespaceScope] => pair[0] !== "deployments"));
}
