import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isHostInScope, selectsByLabels, writesEndpoints } from "./host-object";
import type { HostObject } from "./host-reader";
import { inhabitedPlaces, namespaceKey } from "./inhabited-places";
import { mayHaveSlices } from "./slice-addresses";

/**
 * Returns the visible services that select in a namespace of machines, or may have EndpointSlices there, and all ServiceEntries with inline endpoints: registries
 * write their machines so. A ServiceEntry without a selector and endpoints names something outside.
 */
export function hostsInSight(fleet: Pick<FleetReader, "groups" | "tables" | "sees" | "worldOf">, hosts: Iterable<HostObject>, scope: Scope): HostObject[] {
  const inhabited = inhabitedPlaces(fleet, scope);
  return [...hosts].filter((host) => {
    if (!isHostInScope(host, scope)) return false;
    if (writesEndpoints(host.selector)) return true;
    const mayHaveMembers = selectsByLabels(host.selector) || mayHaveSlices(fleet, host, scope);
    return mayHaveMembers && inhabited.has(namespaceKey(host.cluster, host.selector.namespace));
  });
}
