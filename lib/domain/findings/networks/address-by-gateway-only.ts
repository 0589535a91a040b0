import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { unseenGateways } from "./shared-unseen-gateways";

/**
 * An entry has a network and no address: it stands for the network's gateway, and the network has none, so that there is nothing to connect to
 * (pilot/pkg/xds/endpoints/ep_filters.go; pinned by istiod's TestEmptyAddressWorkloadEntry).
 */
export const addressByGatewayOnly: Rule<"entry"> = {
  code: "STL506",
  name: "address-by-gateway-only",
  subject: "entry",
  severity: "error",
  needs: ["mesh-config"],
  needsAll: ["gateway-services", "network-gateways"],
  noPatchBecause: "the address of the machine, or of a gateway of its network, only its owner knows",
  detect: (entry, world) => {
    if (entry.address !== "" || entry.network === "") return [];
    const unseen = unseenGateways(world.world);
    if (unseen.length > 0) return { cannotTell: unseen };
    if (world.mesh.settings.gateways.some(({ network, port }) => network === entry.network && port !== 0)) return [];
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { network: entry.network } }];
  },
};
