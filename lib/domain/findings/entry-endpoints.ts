import { type JoinedEndpoint, joinedEndpoints } from "@/lib/domain/selection/joined-endpoints";
import { selectionMatch } from "@/lib/domain/selection/match";
import { machineOf } from "@/lib/domain/selection/selected-by";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { FindingHost, FindingsWorld } from "./findings-world";
import { servicesOfObject } from "./host-destinations";

/** The endpoints of a machine on the ports of the definition that callers of the object get. Empty if istiod stores none, or no port joins. */
export function endpointsOf(entry: WorkloadEntry, host: FindingHost, world: FindingsWorld): readonly JoinedEndpoint[] {
  const { mesh } = world.selection();
  // Without address and network, callers get no endpoint, or an endpoint with an empty address (facts 12.2).
  if (entry.address === "" && entry.network === "") return [];
  if (!selectionMatch(host.selector, { kind: "entry", entry }, mesh).isStored) return [];
  const machine = machineOf({ kind: "entry", entry }, mesh);
  return servicesOfObject(host, world).flatMap((service) => joinedEndpoints(service, machine));
}
