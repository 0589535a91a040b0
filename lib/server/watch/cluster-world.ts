import type { SourceStatus } from "@/lib/contract/status";
import type { World } from "@/lib/domain/mesh/world";
import type { GatewayServiceObject } from "@/lib/server/kube/parse/gateway-service";
import type { IstiodDeployment } from "@/lib/server/kube/parse/istiod-deployment";
import type { IstiodPod } from "@/lib/server/kube/parse/istiod-pod";
import type { MeshConfigObject } from "@/lib/server/kube/parse/mesh-config";
import type { NamespaceName } from "@/lib/server/kube/parse/namespace";
import type { NetworkGatewayObject } from "@/lib/server/kube/parse/network-gateway";
import type { ClusterNode } from "@/lib/server/kube/parse/node";
import { EndedReplicas } from "./ended-replicas";
import { createMeshPlaces, type SeenObjects } from "./mesh-places";
import { createMeshSinks, type MeshReach, meshConfigNamesOf } from "./mesh-sinks";
import type { Rights } from "./rights";
import { planSources } from "./source-plan";
import { buildWorld, type WorldParts } from "./world-builder";
import { WorldTable } from "./world-table";

/** The small watches of one cluster, and the world they make. */
export interface ClusterWorld {
  readonly pods: WorldTable<IstiodPod>;
  readonly deployments: WorldTable<IstiodDeployment>;
  readonly nodes: WorldTable<ClusterNode>;
  readonly gateways: WorldTable<GatewayServiceObject>;
  readonly networkGateways: WorldTable<NetworkGatewayObject>;
  /** The mesh configuration of one name. */
  meshConfig(name: string): WorldTable<MeshConfigObject>;
  /** Names of the mesh configurations of the revisions that run, sorted. */
  meshConfigNames(): readonly string[];
  /** Builds the world of now (milliseconds) and passes it on if it differs from the last one. */
  update(reach: WorldReach, now: number): void;
}

/** What of a cluster can be read now. */
interface WorldReach {
  readonly pods: PodsReach;
  readonly nodes: NodesReach;
  readonly mesh: MeshReach;
  readonly namespaces: SeenObjects<NamespaceName>;
}

type OutOfReach = { readonly kind: "out-of-reach"; readonly why: string };

/** Where istiod's Pods are watched (null = all namespaces), whether they can be read now, or why not. */
export type PodsReach = { readonly kind: "watched"; readonly namespace: string | null } | OutOfReach;

/** Whether Nodes can be read now, are to be read for the first time, or why they cannot be. */
export type NodesReach = { readonly kind: "watched" } | { readonly kind: "awaited" } | OutOfReach;

/**
 * Whether istiod's Pods can be read now. While everything is stale, what was known stays; but a Pod list that is stale beside machines
 * that are live would make ghosts of machines held by a new replica.
 */
export function podsReachOf(rights: Rights | null, istioNamespace: string, sources: readonly SourceStatus[]): PodsReach {
  if (rights === null) return { kind: "out-of-reach", why: "it is not known yet what may be read" };
  const planned = planSources(rights, istioNamespace).sources.find((source) => source.source === "istiod-pods");
  if (planned === undefined) return { kind: "out-of-reach", why: `this account may not list pods, not even in ${istioNamespace}` };
  const pods = sources.find((source) => source.source === "istiod-pods")?.freshness;
  const machinesLive = sources.some((source) => source.source === "workloadentries" && source.freshness.kind === "live");
  if (pods !== undefined && pods.asOf !== null && pods.kind !== "live" && machinesLive) {
    return { kind: "out-of-reach", why: `istiod's Pods cannot be read now: ${pods.reason}` };
  }
  return { kind: "watched", namespace: planned.namespace };
}

/** Whether Nodes can be read now. The same holds of them as of Pods: a list that is stale beside machines that are live tells of no Node that it is well. */
export function nodesReachOf(rights: Rights | null, istioNamespace: string, sources: readonly SourceStatus[]): NodesReach {
  if (rights === null) return { kind: "out-of-reach", why: "it is not known yet what may be read" };
  if (!planSources(rights, istioNamespace).sources.some((source) => source.source === "nodes"))
    return { kind: "out-of-reach", why: "this account may not list nodes" };
  const nodes = sources.find((source) => source.source === "nodes")?.freshness;
  if (nodes === undefined || (nodes.kind === "starting" && nodes.asOf === null)) return { kind: "awaited" };
  const machinesLive = sources.some((source) => source.source === "workloadentries" && source.freshness.kind === "live");
  if (nodes.kind !== "live" && (nodes.asOf === null || machinesLive)) return { kind: "out-of-reach", why: `Nodes cannot be read now: ${nodes.reason}` };
  return { kind: "watched" };
}

export function createClusterWorld(cluster: string, changed: () => void, tell: (world: World) => void): ClusterWorld {
  const pods = new WorldTable<IstiodPod>(cluster, changed);
  const deployments = new WorldTable<IstiodDeployment>(cluster, changed);
  const nodes = new WorldTable<ClusterNode>(cluster, changed);
  const mesh = createMeshSinks(cluster, changed);
  const placesOf = createMeshPlaces();
  const ended = new EndedReplicas();
  let told = "";
  let toldPlaces: World["places"] | null = null;

  function podsPart(reach: PodsReach, nodesReach: NodesReach): WorldParts["pods"] {
    if (reach.kind === "out-of-reach") return { seen: null, why: reach.why };
    if (pods.replaced() === 0) return { seen: null, why: "istiod's Pods have not been read yet" };
    // Both become known at once: else each start would show, and record, machines in doubt until the second list came.
    if (nodesReach.kind === "awaited" || (nodesReach.kind === "watched" && nodes.replaced() === 0))
      return { seen: null, why: "the Nodes of istiod's Pods have not been read yet" };
    const seen = [...pods.values()];
    if (reach.namespace === null) return { seen, where: "Pods with the label app=istiod" };
    if (seen.length === 0) return { seen: null, why: `there is no istiod in ${reach.namespace}, the only namespace whose Pods may be read` };
    return { seen, where: `Pods with the label app=istiod in ${reach.namespace}` };
  }

  function nodesPart(reach: NodesReach): WorldParts["nodes"] {
    if (reach.kind === "out-of-reach") return { seen: null, why: reach.why };
    if (nodes.replaced() === 0) return { seen: null, why: "Nodes have not been read yet" };
    return { seen: nodes.values(), where: "Nodes" };
  }

  return {
    pods,
    deployments,
    nodes,
    gateways: mesh.gateways,
    networkGateways: mesh.networkGateways,
    meshConfig: mesh.config,
    meshConfigNames: () => meshConfigNamesOf([...pods.values(), ...deployments.values()]),
    update(reach, now) {
      const parts = { pods: podsPart(reach.pods, reach.nodes), nodes: nodesPart(reach.nodes), deployments: deployments.values() };
      const places = placesOf(nodesPart(reach.nodes), reach.namespaces);
      const built = buildWorld({ cluster, ...parts, ...mesh.parts(reach.mesh), places });
      const world: World = { ...built, endedReplicas: ended.follow(built.replicas, now) };
      const replicas =
        world.replicas.kind === "denied" ? null : [...world.replicas.value.values()].map((one) => ({ ...one, unlimited: one.maxConnectionAgeMs === null }));
      const key = JSON.stringify([
        replicas,
        world.replicas.source,
        world.nodes,
        world.maxConnectionAgeMs,
        world.gracePeriodMs,
        [...world.meshes.values()],
        world.gateways,
        world.networkGateways,
      ]);
      if (key === told && places === toldPlaces) return;
      [told, toldPlaces] = [key, places];
      tell(world);
    },
  };
}
