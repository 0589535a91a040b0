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

/** A network that no machine or Pod has. */
const ANOTHER_NETWORK = "another network";

/**
 * The network of a caller for which each named network is another one, if two networks are named; else "", a caller without a network. Such a caller gets a
 * gateway since 1.30 only.
 */
export function networkOfOthers(world: FindingsWorld): string {
  const named = new Set([podNetwork(world), ...world.networkNames()]);
  named.delete("");
  return named.size > 1 ? ANOTHER_NETWORK : "";
}
