import type { WireFreshness } from "@/lib/contract/status";
import type { NamespaceScope, WatchedKind } from "@/lib/domain/scope";
import { type Clock, correctedClock } from "@/lib/server/clock";
import type { ClientMode } from "@/lib/server/kube/allow-list";
import { createApiVersions } from "@/lib/server/kube/api-versions";
import { type ClientLimits, createKubeClient, type KubeClient } from "@/lib/server/kube/client";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import type { NamespaceName } from "@/lib/server/kube/parse/namespace";
import { serverVersion } from "@/lib/server/kube/read-objects";
import { createBackoff } from "./backoff";
import { clusterFreshness } from "./cluster-freshness";
import { createClusterWorld, type PodsReach } from "./cluster-world";
import { coalesce } from "./coalesce";
import { explainDenied, explainFailure } from "./explain";
import { ALL_NAMESPACES, type FleetSink } from "./fleet-sink";
import { createMapSink } from "./map-sink";
import { createPause } from "./pause";
import { askRights, type Rights } from "./rights";
import { type PlannedSource, planSources } from "./source-plan";
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
}

export interface ClusterWatch {
  readonly cluster: string;
  readonly client: KubeClient;
  /** The clock as this cluster's API server has it: every `asOf` is of this clock. */
  readonly clock: Clock;
  stop(): Promise<void>;
}

/** How long changes are gathered before the status or the world is told again. */
const GATHER_MS = 20;

/** Watches one cluster: asks its own rights, follows what it may read, and tells the sink. Fails for itself alone, and never for good. */
export function startClusterWatch(options: ClusterWatchOptions): ClusterWatch {
  const { context, sink, timings = WATCH_TIMINGS, settings = CLUSTER_WATCH_SETTINGS, random = Math.random } = options;
  const { cluster } = context;
  const clock = correctedClock(options.clock);
  const client = createKubeClient({
    context,
    clock: options.clock,
    mode: settings.mode,
    onSkew: (ms) => clock.correct(ms),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const stopping = new AbortController();
  const pause = createPause(clock, stopping.signal);
  const backoff = createBackoff(timings.backoffLeastMs, timings.backoffMostMs, random);
  let rights: Rights | null = null;
  let rightsKey = "";
  let namesKey = "";
  let failure: WireFreshness | null = null;
  let version: string | null = null;
  let wake: () => void = () => undefined;

  const status = coalesce(clock, GATHER_MS, tellStatus);
  const worldTurn = coalesce(clock, GATHER_MS, () => world.update(podsReach()));
  const namespacesTurn = coalesce(clock, GATHER_MS, tellNamespaces);
  const world = createClusterWorld(
    cluster,
    () => worldTurn.call(),
    (value) => sink.world(value),
  );
  const namespaces = createMapSink<NamespaceName>(() => namespacesTurn.call());
  const sources = createSourceSet({
    cluster,
    client,
    versions: createApiVersions(client),
    clock,
    timings,
    random,
    sink,
    world,
    namespaces,
    onReport(source: PlannedSource, report) {
      status.call();
      worldTurn.call();
      if (report.freshness.kind === "denied" && source.kind !== "deployments") wake();
    },
  });

  function candidates(): readonly string[] {
    const listed = rights?.get("namespaces") === "all" ? [...namespaces.values()].map((one) => one.name) : [];
    const named = new Set([...settings.namespaces, ...listed, ...(context.namespace === "" ? [] : [context.namespace])]);
    return named.size === 0 ? ["default"] : [...named].sort();
  }

  function tellNamespaces(): void {
    if (rights === null) return;
    if (rights.get("namespaces") === "all") {
      if (namespaces.replaced() === 0) return;
      const names = [...namespaces.values()].map((one) => one.name).sort();
      if (!tellNames(names, false)) return;
      const narrow = rights.get("workloadentries") !== "all" || rights.get("workloadgroups") !== "all";
      if (narrow) wake();
      return;
    }
    const seen = [rights.get("workloadentries"), rights.get("workloadgroups")].flatMap((scope) => (scope === undefined || scope === "all" ? [] : scope));
    tellNames([...new Set(seen)].sort(), true);
  }

  function tellNames(names: readonly string[], partial: boolean): boolean {
    const key = JSON.stringify([names, partial]);
    if (key === namesKey) return false;
    namesKey = key;
    sink.namespaces(cluster, names, partial);
    return true;
  }

  function tellStatus(): void {
    const plan = rights === null ? { sources: [], denied: [] } : planSources(rights, settings.istioNamespace);
    const out = plan.denied.map((kind) => ({ kind, namespace: ALL_NAMESPACES, freshness: explainDenied(kind, candidates()), objects: 0, unreadable: 0 }));
    const all = [...sources.statuses(), ...out];
    const freshness = rights === null && failure !== null ? failure : clusterFreshness(all);
    sink.status({ cluster, freshness, sources: all, skewMs: client.skewMs(), version });
  }

  function podsReach(): PodsReach {
    const planned = rights === null ? undefined : planSources(rights, settings.istioNamespace).sources.find((source) => source.kind === "pods");
    if (planned === undefined) return { kind: "out-of-reach", why: rights === null ? "not asked yet" : "this account may not list pods where istiod runs" };
    const statuses = sources.statuses();
    const pods = statuses.find((one) => one.kind === "pods")?.freshness;
    const machinesLive = statuses.some((one) => one.kind === "workloadentries" && one.freshness.kind === "live");
    // While everything is stale, what was known stays; a stale Pod list beside live machines would call new replicas ghosts.
    if (pods !== undefined && pods.asOf !== null && pods.kind !== "live" && machinesLive) {
      return { kind: "out-of-reach", why: `istiod's Pods cannot be read now: ${pods.reason}` };
    }
    return { kind: "watched", namespace: planned.namespace };
  }

  function adopt(next: Rights): void {
    rights = next;
    failure = null;
    const key = JSON.stringify([...next].sort());
    if (key !== rightsKey) {
      rightsKey = key;
      const seen = [...next].filter((pair): pair is [WatchedKind, NamespaceScope] => pair[0] !== "deployments");
      sink.rights(cluster, new Map(seen));
    }
    sources.plan(planSources(next, settings.istioNamespace).sources);
    namespacesTurn.call();
    worldTurn.call();
    status.call();
  }

  /** Asks once and answers how long to wait before the next time. */
  async function ask(): Promise<number> {
    const places = candidates();
    const answer = await askRights(client, { namespaces: places, istioNamespace: settings.istioNamespace });
    if (stopping.signal.aborted) return 0;
    if (!answer.ok) {
      failure = explainFailure(answer.error);
      status.call();
      return backoff.next("retryAfterMs" in answer.error ? answer.error.retryAfterMs : null);
    }
    backoff.progress();
    adopt(answer.value);
    const told = await serverVersion(client);
    if (told.ok) version = told.value;
    return Math.max(timings.rightsMs, places.length * 500);
  }

  async function run(): Promise<void> {
    status.call();
    worldTurn.call();
    while (!stopping.signal.aborted) {
      const waitMs = await ask();
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([pause(waitMs), woken]);
      // Whoever wakes us may do so again and again: never ask more often than this.
      await pause(Math.min(waitMs, timings.settledMs));
    }
  }

  const ended = run().catch(() => undefined);
  return {
    cluster,
    client,
    clock,
    async stop() {
      stopping.abort();
      status.stop();
      worldTurn.stop();
      namespacesTurn.stop();
      await sources.stop();
      await client.close();
      await ended;
    },
  };
}
