import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HostObject } from "./host-reader";

/** Where a machine is reached, as one text: its cluster, network and address; null where it has no address. */
export function placeOf(cluster: string, { network, address }: { readonly network: string; readonly address: string }): string | null {
  return address === "" ? null : `${cluster}\n${network}\n${address}`;
}

/** Where the endpoints are that an object writes itself, as far as they count: one with a selector has none (facts 4.3). */
export function inlinePlaces({ cluster, selector }: HostObject): readonly string[] {
  if (selector.kind === "Service" || selector.selector !== null) return [];
  return selector.endpoints.flatMap((endpoint) => placeOf(cluster, endpoint) ?? []);
}

/** The machines at some places, looked for once among all; none of the fleet may come or go meanwhile. */
export function machinesAtPlaces(
  fleet: Pick<FleetReader, "entries" | "groupOf" | "endpoint">,
  places: Iterable<string>,
): ReadonlyMap<string, readonly EntryRef[]> {
  const found = new Map<string, EntryRef[]>(Array.from(places, (place) => [place, []]));
  if (found.size > 0) for (const entry of fleet.entries()) found.get(placeOf(fleet.groupOf(entry).place.cluster, fleet.endpoint(entry)) ?? "")?.push(entry);
  return found;
}
