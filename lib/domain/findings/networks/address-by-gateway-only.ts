import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import type { AddressOutcome } from "@/lib/domain/networks/address-outcome";
import { addressReach, lookupsOf, type Unaddressed, unaddressed } from "@/lib/domain/networks/address-reach";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { unseenGateways } from "./shared-unseen-gateways";

/**
 * An entry has a network and no address, and the network has no gateway. Callers get no endpoint, or an empty address: in a mesh without any gateway, and
 * perhaps from DNS services (docs/istio.md#dns-gateways, #empty-address; istiod's TestEmptyAddressWorkloadEntry).
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
    const missing = unaddressed(entry);
    if (missing === null || missing.network === "") return [];
    const unseen = unseenGateways(world.world, entry.network);
    if (unseen.length > 0) return { cannotTell: unseen };
    if (world.mesh.settings.gateways.some(({ network, port }) => network === entry.network && port !== 0)) return [];
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { network: entry.network, callers: callersOf(entry, missing, world) } }];
  },
};

/** The outcome, which is the same for callers of every network. If not all services are visible, there may be one with DNS. */
function callersOf(entry: WorkloadEntry, missing: Unaddressed, world: FindingsWorld): AddressOutcome {
  const lookups = lookupsOf(world.hostsTaking(entry).map(({ selector }) => selector));
  const isSeen = world.sees("serviceentries", entry.namespace);
  const { gateways, clusterId } = world.mesh.settings;
  return addressReach(missing, { gateways, clusterId, isComplete: true }, isSeen ? lookups : ["list", "dns"]).others;
}
