import {
  type EmptyAddressOutcomeByCaller,
  emptyAddressOutcomeByCaller,
  endpointDiscoveryTypes,
  entryWithoutAddress,
  type KnownMeshGateways,
} from "@/lib/domain/networks/empty-address";
import type { Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isHostInScope } from "@/lib/server/hosts/host-object";

/** The outcome for callers of an entry without an address, by the services that the viewer may see. Null if it has an address or is unreadable. */
export function addressReachInSight(fleet: FleetReader, ref: EntryRef, scope: Scope, mesh: () => KnownMeshGateways): EmptyAddressOutcomeByCaller | null {
  const entry = fleet.entry(ref);
  const parts = entry.unreadable === null ? entryWithoutAddress(entry) : null;
  if (parts === null) return null;
  const services = fleet.hosts.selecting(ref).filter((host) => isHostInScope(host, scope));
  return emptyAddressOutcomeByCaller(parts, mesh(), endpointDiscoveryTypes(services.map(({ selector }) => selector)));
}
