import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { TIME_COLUMNS } from "./column-list";
import { isOptionalText, isOwnerText, isPortsText } from "./column-text";
import type { EntryColumns } from "./entry-columns";
import type { Places } from "./places";

/**
 * Has a slot this entry but for what moves with its connection and its reports: controller, times, health, last writer, version?
 * Nothing is looked up and nothing kept, for it is asked of every event. Where a text stands instead of a time it says no.
 */
export function hasShape(columns: EntryColumns, places: Places, slot: number, entry: WorkloadEntry): boolean {
  const place = places.at(columns.int("place", slot));
  return (
    entry.unreadable === null &&
    entry.name === columns.names[slot] &&
    entry.namespace === place.namespace &&
    entry.cluster === place.cluster &&
    entry.createdAt === columns.float("createdAt", slot) &&
    entry.deletingAt === columns.float("deletingAt", slot) &&
    entry.weight === columns.float("weight", slot) &&
    entry.address === columns.text("address", slot) &&
    hasSharedShape(columns, slot, entry) &&
    columns.labelSets.isSet(columns.int("specLabels", slot), entry.specLabels) &&
    columns.labelSets.isSet(columns.int("metadataLabels", slot), entry.metadataLabels) &&
    hasTimes(entry) &&
    TIME_COLUMNS.every((column) => columns.float(column, slot) !== Number.POSITIVE_INFINITY)
  );
}

function hasSharedShape(columns: EntryColumns, slot: number, entry: WorkloadEntry): boolean {
  return (
    columns.int("unreadable", slot) === 0 &&
    entry.network === columns.text("network", slot) &&
    entry.locality === columns.text("specLocality", slot) &&
    entry.serviceAccount === columns.text("serviceAccount", slot) &&
    entry.registrationGroup === columns.text("registrationGroup", slot) &&
    entry.managedBy === columns.text("managedBy", slot) &&
    isOptionalText(columns.text("gate", slot), entry.gate) &&
    isOwnerText(columns.text("owner", slot), entry.owner) &&
    isPortsText(columns.text("ports", slot), entry.ports)
  );
}

/** Is each time of an entry one, or missing? */
export function hasTimes({ connectedAt, disconnectedAt, health }: WorkloadEntry): boolean {
  return connectedAt?.ms !== null && disconnectedAt?.ms !== null && health?.lastProbeTime?.ms !== null && health?.lastTransitionTime?.ms !== null;
}
