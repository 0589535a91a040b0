import type { FleetGroup } from "@/lib/server/fleet/fleet-group";

/** A group's key among those of all clusters; "" = machines without a group. */
export function groupKey({ place, name }: Pick<FleetGroup, "place" | "name">): string {
  return name === "" ? "" : `${place.cluster}/${place.namespace}/${name}`;
}
