import type { SourceStatus } from "@/lib/contract/status";
import type { World } from "@/lib/domain/world";
import type { IstiodDeployment } from "@/lib/server/kube/parse/istiod-deployment";
import type { IstiodPod } from "@/lib/server/kube/parse/istiod-pod";
import type { NodeZone } from "@/lib/server/kube/parse/node-zone";
import { createMapSink, type MapSink } from "./map-sink";
import type { Rights } from "./rights";
import { planSources } from "./source-plan";
import { buildWorld, type WorldParts } from "./world-builder";

/** The small watches of one cluster, and the world they make. */
export interface ClusterWorld {
  readonly pods: MapSink<IstiodPod>;
  readonly deployments: MapSink<IstiodDeployment>;
  readonly nodes: MapSink<NodeZone>;
  /** Builds the world and tells it if it differs from the last one told. */
  update(reach: PodsReach): void;
}

/** Where istiod's Pods are watched (null = all namespaces), whether they can be read now, or why not. */
export type PodsReach = { readonly kind: "watched"; readonly namespace: string | null } | { readonly kind: "out-of-reach"; readonly why: string };

/**
 * Whether istiod's Pods can be read now. While everything is stale, what was known stays; but a Pod list that is stale beside machines
 * that are live would make ghosts of machines held by a new replica.
 */
export function podsReachOf(rights: Rights | null, istioNamespace: string, sources: readonly SourceStatus[]): PodsReach {
  if (rights === null) return { kind: "out-of-reach", why: "it is not known yet what may be read" };
  const planned = planSources(rights, istioNamespace).sources.find((source) => source.kind === "pods");
  if (planned === undefined) return { kind: "out-of-reach", why: `this account may not list pods, not even in ${istioNamespace}` };
  const pods = sources.find((source) => source.kind === "pods")?.freshness;
  const machinesLive = sources.some((source) => source.kind === "workloadentries" && source.freshness.kind === "live");
  if (pods !== undefined && pods.asOf !== null && pods.kind !== "live" && machinesLive) {
    return { kind: "out-of-reach", why: `istiod's Pods cannot be read now: ${pods.reason}` };
  }
  return { kind: "watched", namespace: planned.namespace };
}

export function createClusterWorld(cluster: string, changed: () => void, tell: (world: World) => void): ClusterWorld {
  const pods = createMapSink<IstiodPod>(changed);
  const deployments = createMapSink<IstiodDeployment>(changed);
  const nodes = createMapSink<NodeZone>(changed);
  let told = "";

  function podsPart(reach: PodsReach): WorldParts["pods"] {
    if (reach.kind === "out-of-reach") return { seen: null, why: reach.why };
    if (pods.replaced() === 0) return { seen: null, why: "istiod's Pods have not been read yet" };
    const seen = [...pods.values()];
    if (reach.namespace === null) return { seen, where: "Pods with the label app=istiod" };
    if (seen.length === 0) return { seen: null, why: `there is no istiod in ${reach.namespace}, the only namespace whose Pods may be read` };
    return { seen, where: `Pods with the label app=istiod in ${reach.namespace}` };
  }

  return {
    pods,
    deployments,
    nodes,
    update(reach) {
      const world = buildWorld({ cluster, pods: podsPart(reach), deployments: deployments.values(), nodes: nodes.values() });
      const replicas =
        world.replicas.kind === "denied" ? null : [...world.replicas.value.values()].map((one) => ({ ...one, unlimited: one.maxConnectionAgeMs === null }));
      const key = JSON.stringify([replicas, world.replicas.source, world.maxConnectionAgeMs, world.gracePeriodMs]);
      if (key === told) return;
      told = key;
      tell(world);
    },
  };
}
