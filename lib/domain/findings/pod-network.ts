import { clusterNetworkOf } from "@/lib/domain/networks/pod-network";
import type { SourceName } from "@/lib/domain/source";
import type { FindingsWorld } from "./findings-world";

/** The network of the cluster's Pods that have no label for one; "" = none, or it depends on their addresses. */
export function podNetwork({ mesh: { settings } }: FindingsWorld): string {
  const { podNetwork: rootNamespaceNetwork, networks, clusterId } = settings;
  return clusterNetworkOf({ rootNamespaceNetwork, networks, clusterId });
}

/** The sources that could show a network of Pods: the label of the root namespace, which counts before `meshNetworks`. */
export function podNetworkSources(world: FindingsWorld): readonly SourceName[] {
  return world.mesh.settings.podNetwork === "" ? ["namespaces"] : [];
}
