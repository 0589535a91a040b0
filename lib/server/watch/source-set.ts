import type { SourceStatus } from "@/lib/contract/status";
import type { Selecting, SelectingKind } from "@/lib/domain/selecting";
import type { Clock } from "@/lib/server/clock";
import type { ApiVersions } from "@/lib/server/kube/api-versions";
import type { KubeClient } from "@/lib/server/kube/client";
import { parseIstiodDeployment } from "@/lib/server/kube/parse/istiod-deployment";
import { parseIstiodPod } from "@/lib/server/kube/parse/istiod-pod";
import { type NamespaceName, parseNamespace } from "@/lib/server/kube/parse/namespace";
import { parseNode } from "@/lib/server/kube/parse/node";
import { parseService, parseServiceEntry } from "@/lib/server/kube/parse/selecting";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { parseWorkloadGroup } from "@/lib/server/kube/parse/workload-group";
import { collectionPath, RESOURCES, type ResourceKind } from "@/lib/server/kube/resources";
import type { ClusterWorld } from "./cluster-world";
import { ALL_NAMESPACES, type FleetSink, type KeptKind } from "./fleet-sink";
import type { MapSink } from "./map-sink";
import { type Reflector, type SourceReport, startReflector } from "./reflector";
import type { Sink } from "./sink";
import type { PlannedSource } from "./source-plan";
import type { Parse, Tracked } from "./tracked";
import type { WatchTimings } from "./watch-timings";

export interface SourceSetOptions {
  readonly cluster: string;
  readonly client: KubeClient;
  readonly versions: ApiVersions;
  readonly clock: Clock;
  readonly timings: WatchTimings;
  readonly random: () => number;
  readonly fleet: FleetSink;
  readonly world: ClusterWorld;
  readonly namespaces: MapSink<NamespaceName>;
  readonly onReport: (source: PlannedSource, report: SourceReport) => void;
}

/** The reflectors of one cluster, one for each planned source. */
export interface SourceSet {
  /** Starts what is planned and stops what no longer is. */
  plan(sources: readonly PlannedSource[]): void;
  statuses(): SourceStatus[];
  stop(): Promise<void>;
}

export function createSourceSet(options: SourceSetOptions): SourceSet {
  const { cluster, fleet, world } = options;
  const running = new Map<string, { readonly source: PlannedSource; readonly reflector: Reflector }>();
  const ending: Promise<void>[] = [];

  function reflect<T extends Tracked>(source: PlannedSource, into: Sink<T>, parse: Parse<T>): Reflector {
    const resource = RESOURCES[source.kind];
    return startReflector({
      ...options,
      timings: timingsFor(source, options.timings),
      streams: () => running.size,
      labelSelector: source.labelSelector,
      sink: into,
      parse,
      async locate() {
        const version = await options.versions.versionOf(resource);
        return version.ok ? { ok: true, value: collectionPath(resource, version.value, source.namespace) } : version;
      },
      onReport(report) {
        if (report.error?.kind === "not-found") options.versions.forget(resource.group);
        options.onReport(source, report);
      },
    });
  }

  function start(source: PlannedSource): Reflector {
    const place = source.namespace ?? ALL_NAMESPACES;
    switch (source.kind) {
      case "workloadentries":
        return reflect(source, fleet.entries(cluster, place), (raw, identity) => parseWorkloadEntry(raw, identity, cluster));
      case "workloadgroups":
        return reflect(source, fleet.groups(cluster, place), (raw, identity) => parseWorkloadGroup(raw, identity, cluster));
      case "pods":
        return reflect(source, world.pods, parseIstiodPod);
      case "deployments":
        return reflect(source, world.deployments, parseIstiodDeployment);
      case "nodes":
        return reflect(source, world.nodes, parseNode);
      case "namespaces":
        return reflect(source, options.namespaces, parseNamespace);
      case "services":
      case "serviceentries":
        return reflect(source, fleet.selectors(cluster, source.kind, place), selectingParser(source.kind, cluster));
    }
  }

  return {
    plan(sources) {
      const wanted = new Set(sources.map((source) => source.key));
      for (const [key, { source, reflector }] of running) {
        if (wanted.has(key)) continue;
        running.delete(key);
        reflector.stop();
        ending.push(reflector.ended);
        if (isKept(source.kind)) fleet.drop(cluster, source.kind, source.namespace ?? ALL_NAMESPACES);
      }
      for (const source of sources) {
        if (running.has(source.key)) continue;
        running.set(source.key, { source, reflector: start(source) });
      }
    },
    statuses: () => [...running.values()].map(({ source, reflector }) => statusOf(source, reflector.report(), options.timings)),
    async stop() {
      for (const { reflector } of running.values()) {
        reflector.stop();
        ending.push(reflector.ended);
      }
      running.clear();
      await Promise.all(ending);
    },
  };
}

function statusOf({ kind, namespace }: PlannedSource, { freshness, objects, unreadable }: SourceReport, timings: WatchTimings): SourceStatus {
  const reason = freshness.kind === "live" ? "" : freshness.reason;
  // Silence ends a stream, opening it again is a proof, and what is not open again soon is live no longer.
  const proofMs = timings.silenceMs + timings.doubtMs;
  return { kind, namespace: namespace ?? ALL_NAMESPACES, freshness: { kind: freshness.kind, asOf: freshness.asOf, reason }, proofMs, objects, unreadable };
}

function selectingParser(kind: SelectingKind, cluster: string): Parse<Selecting> {
  const parse = kind === "services" ? parseService : parseServiceEntry;
  return (raw, identity) => parse(raw, identity, cluster);
}

function isKept(kind: ResourceKind): kind is KeptKind {
  return kind === "workloadentries" || kind === "workloadgroups" || kind === "services" || kind === "serviceentries";
}

/** Machines and their groups are what a reader sees: their streams are probed often. */
function timingsFor({ kind }: PlannedSource, timings: WatchTimings): WatchTimings {
  return kind === "workloadentries" || kind === "workloadgroups" ? timings : { ...timings, probeMs: timings.sideProbeMs };
}
