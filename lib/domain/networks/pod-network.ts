import { type LabelSet, labelOf } from "@/lib/domain/label-set";
import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import { isInCidr } from "./cidr";

/** What gives Pods their networks beside their own label. */
export interface PodNetworkParts {
  /** The label of the root namespace; "" = none. */
  readonly rootNamespaceNetwork: string;
  readonly networks: readonly ConfiguredNetwork[];
  readonly clusterId: string;
}

/**
 * The network of a Pod: its own label, else that of the root namespace, else `meshNetworks` by the cluster, then by its address
 * (`pilot/pkg/serviceregistry/kube/controller/network.go`); "" = none.
 */
export function podNetworkOf(pod: { readonly labels: LabelSet; readonly address: string }, parts: PodNetworkParts): string {
  const own = labelOf(pod.labels, "topology.istio.io/network");
  if (own !== undefined && own !== "") return own;
  return clusterNetworkOf(parts) || (parts.networks.find(({ cidrs }) => cidrs.some((cidr) => isInCidr(pod.address, cidr)))?.name ?? "");
}

/** The network of all Pods that say none themselves, whatever their addresses; "" = none. */
export function clusterNetworkOf({ rootNamespaceNetwork, networks, clusterId }: PodNetworkParts): string {
  return rootNamespaceNetwork || (networks.find(({ registries }) => registries.includes(clusterId))?.name ?? "");
}
