import { clusterNetworkOf } from "@/lib/domain/networks/pod-network";
import type { SourceName } from "@/lib/domain/source/source";
import type { FindingsWorld } from "./findings-world";

/** Returns the network of those Pods of the cluster that have no network label; "" = none, or it depends on the addresses of the Pods. */
export function unlabelledPodNetwork({ mesh: { settings } }: FindingsWorld): string {
  const { podNetwork: rootNamespaceNetwork, networks, clusterId } = settings;
  return clusterNetworkOf({ rootNamespaceNetwork, networks, clusterId });
}

/** Returns the sources that could change `unlabelledPodNetwork` if they were visible: the label of the root namespace, which counts before `meshNetworks`. */
export function unseenPodNetworkSources(world: FindingsWorld): readonly SourceName[] {
  return world.mesh.settings.podNetwork === "" ? ["namespaces"] : [];
}

/**
 * Returns the networks of all callers in the mesh, each once; "" = callers without a network. These are the network of Pods (`unlabelledPodNetwork`) and those
 * of the proxies on machines (`proxyNetworkOf`). istiod takes the network of a caller from its proxy alone (`ISTIO_META_NETWORK`). Since 1.30, a
 * caller without a network gets a gateway for each machine behind one, and does not get machines without the mTLS mark
 * (`pilot/pkg/xds/endpoints/ep_filters.go` EndpointsByNetworkFilter; measured with 1.31).
 */
export function meshCallerNetworks(world: FindingsWorld): readonly string[] {
  return [...new Set([unlabelledPodNetwork(world), ...world.proxyNetworks()])];
}

/** A network name that no machine or Pod has. */
const ANOTHER_NETWORK = "another network";

/**
 * Returns the network of a caller to whom every machine is in another network. If callers have two or more networks, a name that no machine has;
 * otherwise "", a caller without a network. Such a caller gets a gateway since 1.30 only.
 */
export function foreignCallerNetwork(world: FindingsWorld): string {
  return meshCallerNetworks(world).filter((name) => name !== "").length > 1 ? ANOTHER_NETWORK : "";
}

/**
 * Returns caller networks that together cover every result: each network with a gateway, one without, and "" (no network). Without any gateway in the
 * mesh, one network is enough.
 */
export function representativeCallerNetworks(world: FindingsWorld): readonly string[] {
  const { gateways, ambientMultiNetwork } = world.mesh.settings;
  const networks = meshCallerNetworks(world);
  if (gateways.length === 0) return networks.slice(0, 1);
  const isBehind = (name: string) => gateways.some(({ network }) => network === name);
  const other = networks.find((name) => name !== "" && !isBehind(name));
  return networks.filter((name) => ambientMultiNetwork || name === "" || name === other || isBehind(name));
}

/** Returns true if the network has a gateway for mutual TLS, and some caller is in another network or in none. */
export function isNetworkBehindGateway(network: string, world: FindingsWorld): boolean {
  if (network === "" || !world.mesh.settings.gateways.some((one) => one.network === network && one.port !== 0)) return false;
  return meshCallerNetworks(world).some((name) => name !== network);
}
