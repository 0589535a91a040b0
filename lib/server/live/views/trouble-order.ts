import type { FleetStore } from "@/lib/server/fleet/fleet-store";
import { compareGroupHarm } from "@/lib/server/fleet/group-harm";
import { compareText } from "@/lib/server/fleet/group-table";
import type { VisibleGroup } from "./visible-groups";

type Compare = (a: VisibleGroup, b: VisibleGroup) => number;

/** Groups by harm, the most first; those that suffer the same, or nothing, by name. */
export function troubleOrder({ columns }: FleetStore): Compare {
  return (a, b) =>
    compareGroupHarm(columns, a, b) ||
    compareText(a.record.place.cluster, b.record.place.cluster) ||
    compareText(a.record.place.namespace, b.record.place.namespace) ||
    compareText(a.record.name, b.record.name);
}
