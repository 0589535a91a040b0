import { gracePeriodFact, maxConnectionAgeFact } from "@/lib/domain/mesh/connection-limits";
import { type MeshConfigResult, meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import type { NodeReadiness, Replica, World } from "@/lib/domain/mesh/world";
import { compareText } from "@/lib/domain/object/compare-text";
import type { IstiodDeployment } from "@/lib/server/kube/parse/istiod-deployment";
import type { IstiodPod } from "@/lib/server/kube/parse/istiod-pod";
import type { ClusterNode } from "@/lib/server/kube/parse/node";

/** What a cluster's small watches know. `seen` is null, with the reason, while Pods or Nodes cannot be seen. */
export interface WorldParts {
  readonly cluster: string;
  readonly pods: { readonly seen: readonly IstiodPod[]; readonly where: string } | { readonly seen: null; readonly why: string };
  readonly deployments: Iterable<IstiodDeployment>;
  readonly nodes: { readonly seen: Iterable<ClusterNode>; readonly where: string } | { readonly seen: null; readonly why: string };
  readonly configs: MeshConfigs;
  readonly gateways: World["gateways"];
  readonly networkGateways: World["networkGateways"];
  readonly places: World["places"];
}

/** The mesh configurations of a cluster: those of the revisions that were seen, and what is known of any. `namespace`: where they are looked for. */
interface MeshConfigs {
  readonly namespace: string;
  readonly revisions: readonly string[];
  of(revision: string): MeshConfigResult;
}

/** Facts about one cluster, each with where it comes from (docs/istio.md#settings): the Pods' own arguments, else the Deployments', else Istio's defaults. */
export function buildWorld(parts: WorldParts): Omit<World, "endedReplicas"> {
  const replicas = replicasOf(parts);
  const nodes: World["nodes"] = parts.nodes.seen === null ? { kind: "denied", source: parts.nodes.why } : { kind: "known", source: parts.nodes.where };
  const running = replicas.kind === "denied" ? [] : [...replicas.value.values()];
  const deployments = [...parts.deployments];
  const times = { maxConnectionAgeMs: maxConnectionAgeFact(running, deployments), gracePeriodMs: gracePeriodFact(running, deployments) };
  const { cluster, gateways, networkGateways, places } = parts;
  return { cluster, replicas, nodes, ...times, meshes: meshesOf(parts, deployments), gateways, networkGateways, places };
}

function meshesOf({ pods, configs }: WorldParts, deployments: readonly IstiodDeployment[]): World["meshes"] {
  const told = { pods: (pods.seen ?? []).map((pod) => pod.told), deployments: deployments.map((one) => one.told) };
  return meshFactsByRevision({ ...told, namespace: configs.namespace, configOf: configs.of }, configs.revisions);
}

function replicasOf(parts: WorldParts): World["replicas"] {
  if (parts.pods.seen === null) return { kind: "denied", source: parts.pods.why };
  const nodes = parts.nodes.seen === null ? null : new Map([...parts.nodes.seen].map((node) => [node.name, node]));
  const replicas = parts.pods.seen.map(({ replica }): Replica => {
    const node = nodes?.get(replica.node);
    const nodeState: NodeReadiness = nodes === null ? "not-visible" : (node?.state ?? "not-known");
    return { ...replica, nodeState, zone: replica.zone || (node?.zone ?? "") };
  });
  replicas.sort((a, b) => compareText(a.name, b.name));
  return { kind: "known", value: new Map(replicas.map((replica) => [replica.name, replica])), source: parts.pods.where };
}
