import { clusterNetworkOf } from "@/lib/domain/networks/pod-network";
import type { SourceName } from "@/lib/domain/source/source";
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

/**
 * The networks of the callers of the mesh, each once; "" = callers without a network. These are the network of Pods (`podNetwork`) and that of each proxy on
 * a machine (`proxyNetworkOf`). istiod takes the network of a caller from its proxy alone (`ISTIO_META_NETWORK`). A caller without one gets a gateway for each
 * machine behind one since 1.30, and loses the machines without a mark (`pilot/pkg/xds/endpoints/ep_filters.go` EndpointsByNetworkFilter; measured with 1.31).
 */
export function callerNetworks(world: FindingsWorld): readonly string[] {
  return [...new Set([podNetwork(world), ...world.proxyNetworks()])];
}

/** A network that no machine or Pod has. */
const ANOTHER_NETWORK = "another network";

/**
 * The network of a caller for which each network of callers is another one, if callers have two networks; else "", a caller without a network. Such a caller
 * gets a gateway since 1.30 only.
 */
export function foreignCallerNetwork(world: FindingsWorld): string {
  return callerNetworks(world).filter((name) => name !== "").length > 1 ? ANOTHER_NETWORK : "";
}

/** Networks of callers that together get all that any caller gets: those with a gateway, one of those without, and none. */
export function representativeCallerNetworks(world: FindingsWorld): readonly string[] {
  const { gateways, ambientMultiNetwork } = world.mesh.settings;
  const networks = callerNetworks(world);
  if (gateways.length === 0) return networks.slice(0, 1);
  const isBehind = (name: string) => gateways.some(({ network }) => network === name);
  const other = networks.find((name) => name !== "" && !isBehind(name));
  return networks.filter((name) => ambientMultiNetwork || name === "" || name === other || isBehind(name));
}

/** True if the network has a gateway for mutual TLS, and a caller is in another network or in none. */
export function isBehindGateway(network: string, world: FindingsWorld): boolean {
  if (network === "" || !world.mesh.settings.gateways.some((one) => one.network === network && one.port !== 0)) return false;
  return callerNetworks(world).some((name) => name !== network);
}
