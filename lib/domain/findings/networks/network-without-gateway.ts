import { podNetwork, podNetworkSources } from "@/lib/domain/findings/caller-networks";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { unseenGateways } from "./shared-unseen-gateways";

/**
 * Machines name a network that no gateway leads into: sidecars of other networks call those with an address directly. Where istiod runs with
 * AMBIENT_ENABLE_MULTI_NETWORK and the mesh has a gateway, they are left out (pilot/pkg/xds/endpoints/ep_filters.go EndpointsByNetworkFilter).
 */
export const networkWithoutGateway: Rule<"network"> = {
  code: "STL501",
  name: "network-without-gateway",
  subject: "network",
  severity: "note",
  needs: ["workloadentries", "gateway-services", "network-gateways", "mesh-config"],
  betterWith: ["namespaces"],
  refutedBy: (_, world) => podNetworkSources(world),
  noPatchBecause: "a gateway is an installation of its own, and networks that are routed to each other need none",
  detect: (network, world) => {
    if (network.name === "" || network.machines === 0) return [];
    const unseen = unseenGateways(world.world, network.name);
    if (unseen.length > 0) return { cannotTell: unseen };
    const { gateways, ambientMultiNetwork } = world.mesh.settings;
    const own = gateways.filter((one) => one.network === network.name);
    if (own.some(({ port }) => port !== 0)) return [];
    // Where everybody is in one network nobody needs a gateway.
    if (podNetwork(world) === network.name && world.networkNames().every((name) => name === network.name)) return [];
    const leftOut = ambientMultiNetwork && gateways.length > 0;
    const objects = [findingObject("Network", { namespace: "", name: network.name })];
    const { name, machines, unaddressed } = network;
    return [{ objects, evidence: { network: name, machines, unaddressed, leftOut, hasTunnelOnly: own.length > 0 } }];
  },
};
