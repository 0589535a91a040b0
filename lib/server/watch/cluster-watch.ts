import type { WireFreshness } from "@/lib/contract/status";
import type { SourceName } from "@/lib/domain/source/source";
import { type Clock, correctedClock } from "@/lib/server/clock";
import type { AllowedWrite } from "@/lib/server/kube/allow-list";
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
import { meshReachOf } from "./mesh-sinks";
import { createNamespaceNames } from "./namespace-names";
import type { Rights } from "./rights";
import { startRightsLoop } from "./rights-loop";
import { createSourceNeeds, type NeededNow } from "./source-needs";
import { ALL_ENTRIES, planSources } from "./source-plan";
import { createSourceSet } from "./source-set";
import { WATCH_TIMINGS, type WatchTimings } from "./watch-timings";

export interface ClusterWatchSettings {
  /** The writes that its client may send. */
  readonly writes: readonly AllowedWrite[];
  /** Where istiod runs: its Pods are looked for there when not all may be read. */
  readonly istioNamespace: string;
  /** Namespaces to ask about where a kind may not be read everywhere. */
  readonly namespaces: readonly string[];
}

export const CLUSTER_WATCH_SETTINGS: ClusterWatchSettings = { writes: [], istioNamespace: "istio-system", namespaces: [] };

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
  /** Needs a source that is watched on demand, in a namespace, until the returned function is called: it is watched while somebody does, and a while longer. */
  need(source: SourceName, namespace: string): () => void;
  stop(): Promise<void>;
  /** Stops, and drops all that was read from the sink. */
  remove(): Promise<void>;
}

/** How long changes are gathered before status, world or namespaces are told again. */
const GATHER_MS = 20;

/** Watches one cluster: asks its own rights, follows what it may read, and tells the sink. Fails for itself alone, and never for good. */
export function startClusterWatch(options: ClusterWatchOptions): ClusterWatch {
  const { context, sink: fleet, timings = WATCH_TIMINGS, settings = CLUSTER_WATCH_SETTINGS, random = Math.random } = options;
  const { cluster } = context;
  const { istioNamespace } = settings;
  const clock = correctedClock(options.clock);
  const client = clientOf(options, settings.writes, clock.correct);
  const triedSince = clock.now();
  let rights: Rights | null = null;
  let failure: WireFreshness | null = null;
  let version: string | null = null;
  let namesPlanned = "";

  const turn = coalesce(clock, GATHER_MS, () => {
    const statuses = sources.statuses();
    const [pods, nodes] = [podsReachOf(rights, istioNamespace, statuses), nodesReachOf(rights, istioNamespace, statuses)];
    world.update({ pods, nodes, mesh: meshReachOf(rights, istioNamespace, needed), namespaces: names.seen(rights) }, clock.now());
    if (world.meshConfigNames().join() !== namesPlanned) plan();
    if (rights !== null && names.update(rights) && !seesAll(rights)) loop.wake();
    const known = { cluster, istioNamespace, rights, failure, version, needed, triedSince };
    fleet.status(clusterStatusOf({ ...known, sources: statuses, asked: candidates(), skewMs: client.skewMs() }));
  });
  const tellLater = () => turn.call();
  const world = createClusterWorld(cluster, tellLater, (value) => fleet.world(value));
  const needs = createSourceNeeds(clock, timings.unreadMs, () => plan());
  const needed: NeededNow = (source) => (source === "mesh-config" ? world.meshConfigNames() : needs.now(source));
  const names = createNamespaceNames(cluster, fleet, tellLater);
  const sources = createSourceSet({
    ...{ cluster, client, clock, timings, random, world, fleet },
    ...{ versions: createApiVersions(client), namespaces: names.sink },
    onReport({ name }, report) {
      tellLater();
      // A right to one object may be missing while others of its kind are there: asking again would change nothing.
      if (report.freshness.kind === "denied" && name === "") loop.wake();
    },
  });

  const candidates = () => candidatesOf([...settings.namespaces, ...names.listed(rights), context.namespace]);

  function plan(): void {
    namesPlanned = world.meshConfigNames().join();
    if (rights !== null) sources.plan(planSources(rights, istioNamespace, needed).sources);
    tellLater();
  }

  function adopt(next: Rights): void {
    if (!sameRights(next, rights)) fleet.rights(cluster, next);
    [rights, failure] = [next, null];
    plan();
    void serverVersion(client).then((told) => {
      if (told.ok && told.value !== version) tellLater();
      if (told.ok) version = told.value;
    });
  }

  const loop = startRightsLoop({
    ...{ client, clock, timings, random, istioNamespace, needed, candidates },
    onRights: adopt,
    // The largest list is on its way while the other kinds are asked about.
    onEntries: () => (rights === null ? sources.plan([ALL_ENTRIES]) : undefined),
    onFailure(error) {
      failure = explainFailure(error);
      tellLater();
    },
  });
  tellLater();

  async function stop(): Promise<void> {
    needs.stop();
    const ended = [loop.stop(), sources.stop()];
    await client.close();
    await Promise.all(ended);
    turn.stop();
  }

  const remove = () => {
    sources.plan([]);
    return stop();
  };
  return { cluster, client, clock, need: needs.need, stop, remove };
}

function clientOf(options: ClusterWatchOptions, writes: readonly AllowedWrite[], onSkew: (ms: number) => void): WritingClient {
  const { context, clock, limits, onProblem } = options;
  return createKubeClient({ context, clock, writes, onSkew, ...(limits === undefined ? {} : { limits }), ...(onProblem === undefined ? {} : { onProblem }) });
}

/** The namespaces to ask about: those that are named anywhere, or else the one that every cluster has. */
function candidatesOf(names: readonly string[]): readonly string[] {
  const named = new Set(names.filter((name) => name !== ""));
  return named.size === 0 ? ["default"] : [...named].sort();
}

function seesAll(rights: Rights): boolean {
  return rights.get("workloadentries") === "all" && rights.get("workloadgroups") === "all";
}

function sameRights(a: Rights, b: Rights | null): boolean {
  return b !== null && JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
}
