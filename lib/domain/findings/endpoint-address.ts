import { addressProblemOf, intendedAddress, isAddressFault } from "@/lib/domain/networks/address-target";
import type { KubernetesService, MeshService } from "@/lib/domain/selection/objects";
import { networkOfPod } from "@/lib/domain/selection/workload";
import type { FindingsWorld } from "./findings-world";
import { type FindingEvidence, type FindingObject, findingObject } from "./rule";

interface EndpointAddress {
  readonly address: string;
  /** The network of the endpoint; "" = none. */
  readonly network: string;
}

/** Returns the evidence for an address that leads to no machine; null = it may lead to one. */
export function addressFaultEvidence(address: string): FindingEvidence | null {
  const target = addressProblemOf(address);
  if (target === null || !isAddressFault(target)) return null;
  const meant = intendedAddress(address);
  return { address, target, ...(meant !== null && { meant }) };
}

/**
 * Returns the evidence for an address that leads callers to something other than the machine, and the Services that have it as their cluster IP; null
 * = it may lead to the machine.
 */
export function otherTargetEvidence(
  { address, network }: EndpointAddress,
  world: FindingsWorld,
): { readonly evidence: FindingEvidence; readonly objects: readonly FindingObject[] } | null {
  const target = addressProblemOf(address);
  if (target !== null) return isAddressFault(target) ? null : { evidence: { address, network, target }, objects: [] };
  const services = servicesAt({ address, network }, world);
  if (services.length === 0) return null;
  const names = services.map(({ namespace, name }) => `${namespace}/${name}`);
  return { evidence: { address, network, target: "cluster-ip", services: names }, objects: services.map((service) => findingObject("Service", service)) };
}

/**
 * Returns the Services with this cluster IP. A cluster IP belongs to the network of the cluster; in another network the same address is another
 * machine.
 */
function servicesAt({ address, network }: EndpointAddress, world: FindingsWorld): readonly KubernetesService[] {
  const clusterNetwork = networkOfPod({ labels: [], address }, world.mesh.settings);
  return network === "" || clusterNetwork === "" || network === clusterNetwork ? world.servicesAt(address) : [];
}

/**
 * Returns the addresses in `endpoints` of a ServiceEntry, each once, with the number of endpoints that have it. A ServiceEntry with a selector has no
 * endpoints of its own (docs/istio.md#serviceentry-fields).
 */
export function inlineAddresses(selector: MeshService): readonly (EndpointAddress & { readonly endpoints: number })[] {
  if (selector.kind === "Service" || selector.selector !== null) return [];
  const texts = [...new Set(selector.endpoints.map(({ address }) => address))];
  return texts.map((address) => {
    const all = selector.endpoints.filter((one) => one.address === address);
    const networks = new Set(all.map(({ network }) => network));
    const [network = ""] = networks;
    return { address, network: networks.size === 1 ? network : "", endpoints: all.length };
  });
}
