import type { SourceStatus } from "@/lib/contract/status";
import { ALL_NAMESPACES, SOURCES, type SourceName } from "@/lib/domain/source/source";
import type { Clock } from "@/lib/server/clock";
import type { Kind } from "@/lib/server/cluster/kind";
import { KINDS, type ObjectOf, RESOURCES } from "@/lib/server/cluster/kinds";
import { isTableSource, type TableSource } from "@/lib/server/cluster/tables";
import type { ApiVersions } from "@/lib/server/kube/api-versions";
import type { KubeClient } from "@/lib/server/kube/client";
import type { NamespaceName } from "@/lib/server/kube/parse/namespace";
import { collectionPath } from "@/lib/server/kube/resource";
import type { ClusterWorld } from "./cluster-world";
import { collectionUrl } from "./collection";
import type { FleetSink } from "./fleet-sink";
import { type Reflector, type SourceReport, startReflector } from "./reflector";
import type { Sink } from "./sink";
import type { PlannedSource } from "./source-plan";
import type { Tracked } from "./tracked";
import type { WatchTimings } from "./watch-timings";
import type { WorldTable } from "./world-table";

/** The stores that receive the objects of one cluster. */
interface Destinations {
  readonly cluster: string;
  readonly fleet: FleetSink;
  readonly world: ClusterWorld;
  readonly namespaces: WorldTable<NamespaceName>;
}

export interface SourceSetOptions extends Destinations {
  readonly client: KubeClient;
  readonly versions: ApiVersions;
  readonly clock: Clock;
  readonly timings: WatchTimings;
  readonly random: () => number;
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
  const { cluster, fleet } = options;
  const running = new Map<string, { readonly source: PlannedSource; readonly reflector: Reflector }>();
  const ending: Promise<void>[] = [];

  function start(planned: PlannedSource): Reflector {
    const name = planned.source;
    const resource = RESOURCES[SOURCES[name].kind];
    const { parse, labelSelector = "", isProbedOften }: Kind<Tracked> = KINDS[name];
    const sink = sourceSink(name, options, planned.namespace ?? ALL_NAMESPACES, planned.name);
    let wasLive = false;
    return startReflector({
      ...options,
      timings: isProbedOften ? options.timings : { ...options.timings, probeMs: options.timings.sideProbeMs },
      streams: () => running.size,
      labelSelector,
      sink,
      parse: (raw, identity) => parse(raw, identity, cluster),
      async locate() {
        const version = await options.versions.versionOf(resource);
        if (!version.ok) return version;
        const path = collectionPath(resource, version.value, planned.namespace);
        return { ok: true, value: collectionUrl(path, { fieldSelector: planned.name && `metadata.name=${planned.name}` }) };
      },
      onReport(report) {
        if (report.error?.kind === "not-found") options.versions.forget(resource.group);
        const isLive = report.freshness.kind === "live";
        // After an outage each would wait for its own turn, up to twenty seconds: the first that is answered is the sign for all.
        if (isLive && !wasLive) for (const { reflector } of running.values()) reflector.answered();
        wasLive = isLive;
        options.onReport(planned, report);
      },
    });
  }

  return {
    plan(sources) {
      const wanted = new Set(sources.map((source) => source.key));
      for (const [key, { source, reflector }] of running) {
        if (wanted.has(key)) continue;
        running.delete(key);
        reflector.stop();
        ending.push(reflector.ended);
        fleet.drop(cluster, source.source, source.namespace ?? ALL_NAMESPACES);
      }
      for (const source of sources) {
        if (running.has(source.key)) continue;
        running.set(source.key, { source, reflector: start(source) });
      }
    },
    statuses: () => oneOfEach([...running.values()].map(({ source, reflector }) => statusOf(source, reflector.report(), options.timings))),
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

type SinkOf<S extends SourceName> = (to: Destinations, namespace: string, name: string) => Sink<ObjectOf<S>>;

/** The sinks of the sources without a table: machines and groups have their own store, the others describe the world of their cluster. */
const SINKS: { readonly [S in Exclude<SourceName, TableSource>]: SinkOf<S> } = {
  workloadgroups: ({ fleet, cluster }, namespace) => fleet.groups(cluster, namespace),
  workloadentries: ({ fleet, cluster }, namespace) => fleet.entries(cluster, namespace),
  "istiod-pods": ({ world }) => world.pods,
  "istiod-deployments": ({ world }) => world.deployments,
  "mesh-config": ({ world }, _namespace, name) => world.meshConfig(name),
  "gateway-services": ({ world }) => world.gateways,
  "network-gateways": ({ world }) => world.networkGateways,
  nodes: ({ world }) => world.nodes,
  namespaces: ({ namespaces }) => namespaces,
};

/** The sink that a source writes to. `namespace` "*" = all; `name` "" = all objects. */
export function sourceSink(source: SourceName, to: Destinations, namespace: string, name: string): Sink<Tracked> {
  return isTableSource(source) ? to.fleet.table(to.cluster, source, namespace) : SINKS[source](to, namespace, name);
}

/** Single objects of one source and namespace have one line together: that of the first which is not live. */
function oneOfEach(statuses: readonly SourceStatus[]): SourceStatus[] {
  const lines = new Map<string, SourceStatus>();
  for (const status of statuses) {
    const key = `${status.source}/${status.namespace}`;
    const known = lines.get(key);
    const shown = known === undefined || known.freshness.kind === "live" ? status : known;
    const objects = (known?.objects ?? 0) + status.objects;
    lines.set(key, { ...shown, objects, unreadable: (known?.unreadable ?? 0) + status.unreadable });
  }
  return [...lines.values()];
}

function statusOf({ source, namespace }: PlannedSource, { freshness, objects, unreadable }: SourceReport, timings: WatchTimings): SourceStatus {
  const reason = freshness.kind === "live" ? "" : freshness.reason;
  // Silence ends a stream, opening it again is a proof, and what is not open again soon is live no longer.
  const proofMs = timings.silenceMs + timings.doubtMs;
  return { source, namespace: namespace ?? ALL_NAMESPACES, freshness: { kind: freshness.kind, asOf: freshness.asOf, reason }, proofMs, objects, unreadable };
}
