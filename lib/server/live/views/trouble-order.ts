import { compareText } from "@/lib/domain/object/compare-text";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { VisibleGroup } from "./visible-groups";

type Compare = (a: VisibleGroup, b: VisibleGroup) => number;

/** Groups by harm, the most first; those that suffer the same, or nothing, by name. */
export function troubleOrder(fleet: FleetReader): Compare {
  return (a, b) =>
    fleet.compareHarm(a, b) ||
    compareText(a.record.place.cluster, b.record.place.cluster) ||
    compareText(a.record.place.namespace, b.record.place.namespace) ||
    compareText(a.record.name, b.record.name);
}
