import { inScope, type Scope } from "@/lib/domain/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isHostInScope, selectsByLabels } from "./host-object";
import type { HostObject } from "./host-reader";
import { inhabitedPlaces, namespaceKey } from "./inhabited-places";
import { inlinePlaces } from "./inline-places";
import { mayHaveSlices } from "./slice-addresses";

/** The machines at a place (`placeOf`). */
export type MachinesAt = (place: string) => Iterable<EntryRef>;

/**
 * Returns the visible services of a namespace of machines that select there, or may have EndpointSlices. Others are included with an inline endpoint at the
 * address of a visible machine.
 */
export function hostsInSight(
  fleet: Pick<FleetReader, "groups" | "groupOf" | "tables" | "sees" | "worldOf">,
  hosts: Iterable<HostObject>,
  scope: Scope,
  machinesAt: MachinesAt,
): HostObject[] {
  const inhabited = inhabitedPlaces(fleet, scope);
  const isSeen = (entry: EntryRef) => {
    const { cluster, namespace } = fleet.groupOf(entry).place;
    return inScope(scope, cluster, "workloadentries", namespace);
  };
  return [...hosts].filter((host) => {
    if (!isHostInScope(host, scope)) return false;
    if (selectsByLabels(host.selector) || mayHaveSlices(fleet, host, scope)) return inhabited.has(namespaceKey(host.cluster, host.selector.namespace));
    return inlinePlaces(host).some((place) => some(machinesAt(place), isSeen));
  });
}

function some<T>(values: Iterable<T>, test: (value: T) => boolean): boolean {
  for (const value of values) if (test(value)) return true;
  return false;
}
