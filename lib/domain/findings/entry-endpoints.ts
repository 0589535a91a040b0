import type { CallerService } from "@/lib/domain/selection/caller-service";
import { type HeldEndpoint, heldFor } from "@/lib/domain/selection/held-endpoints";
import { type JoinedEndpoint, joinedEndpoints, passesThrough } from "@/lib/domain/selection/joined-endpoints";
import { selectionMatch } from "@/lib/domain/selection/match";
import { machineOf } from "@/lib/domain/selection/selected-by";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { FindingHost, FindingsWorld } from "./findings-world";
import { servicesOfObject } from "./service-destinations";

/** The endpoints of a machine on the ports of the definition that callers of the object get. Empty if istiod stores none, or no port joins. */
export function endpointsOf(entry: WorkloadEntry, host: FindingHost, world: FindingsWorld): readonly JoinedEndpoint[] {
  const { mesh } = world.selection();
  // Without address and network, callers get no endpoint, or an endpoint with an empty address (docs/istio.md#empty-address).
  if (entry.address === "" && entry.network === "") return [];
  if (!selectionMatch(host.selector, { kind: "entry", entry }, mesh).isStored) return [];
  const machine = machineOf({ kind: "entry", entry }, mesh);
  return servicesOfObject(host, world).flatMap((service) => (isHeadless(service) ? [] : joinedEndpoints(service, machine, othersOf(service, world))));
}

/** Callers of a headless Service connect to the addresses that DNS returns. DNS lists no machine (docs/istio.md#dns-names; measured). */
function isHeadless({ winner }: CallerService): boolean {
  return winner?.origin.kind === "Service" && winner.discovery === "ORIGINAL_DST";
}

/** All endpoints of the host name, with their health, if callers connect to the original destination. */
function othersOf(service: CallerService, world: FindingsWorld): readonly HeldEndpoint[] {
  const { host, winner } = service;
  if (winner === null || !passesThrough(service)) return [];
  return heldFor(host, winner.namespace, { ...service.world, ...world.membersIn(winner.namespace) }).endpoints;
}
