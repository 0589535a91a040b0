import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { INT_AT } from "./column-list";
import type { EntryColumns } from "./entry-columns";
import { hasTimes, LABELS, leafNumber, leafValue, MOVING_NUMBERS, MOVING_TEXTS, STILL_NUMBERS, STILL_TEXTS } from "./leaf-values";
import type { Places } from "./places";

/** The moving numbers that listeners are notified of. */
const NOTIFIED_NUMBERS = MOVING_NUMBERS.filter(({ bit }) => bit !== 0);

/**
 * Returns true if the entry differs from its slot at most in moving fields, which change with connections and health reports (`moves` in
 * `entry-fields.ts`). It runs for every event, so it looks nothing up and stores nothing. Returns false if a time is not readable.
 */
export function hasShape(columns: EntryColumns, places: Places, slot: number, entry: WorkloadEntry): boolean {
  const place = places.at(columns.intAt(INT_AT.place, slot));
  if (entry.unreadable !== null || entry.name !== columns.names[slot]) return false;
  return entry.namespace === place.namespace && entry.cluster === place.cluster && hasSameOrigin(columns, slot, entry) && hasStillValues(columns, slot, entry);
}

/** The origin of an unregistered entry depends on whether a replica claims it (`entryOriginOf`). */
function hasSameOrigin(columns: EntryColumns, slot: number, entry: WorkloadEntry): boolean {
  return entry.registrationGroup !== "" || (entry.controller === "") === (columns.text("controller", slot) === "");
}

function hasStillValues(columns: EntryColumns, slot: number, entry: WorkloadEntry): boolean {
  for (const leaf of STILL_NUMBERS) if (!Object.is(leafNumber(entry, leaf), columns.numberAt(leaf.at, slot))) return false;
  for (const leaf of STILL_TEXTS) if (!leaf.is(columns.textAt(leaf.at, slot), leafValue(entry, leaf))) return false;
  for (const { at, labelsOf } of LABELS) if (!columns.labelSets.isSet(columns.intAt(at, slot), labelsOf(entry))) return false;
  return hasTimes(entry) && !columns.hasOddTimes(slot);
}

/** Returns the bits of CHANGED for the moving fields that differ. The slot has the shape of the entry (`hasShape`). */
export function movingDifference(columns: EntryColumns, slot: number, entry: WorkloadEntry): number {
  let mask = 0;
  for (const leaf of MOVING_TEXTS) if (!leaf.is(columns.textAt(leaf.at, slot), leafValue(entry, leaf))) mask |= leaf.bit;
  for (const leaf of NOTIFIED_NUMBERS) if (!Object.is(leafNumber(entry, leaf), columns.numberAt(leaf.at, slot))) mask |= leaf.bit;
  return mask;
}

/** Writes the moving fields of an entry. The slot has its shape, and `mask` is their `movingDifference`. */
export function writeMoving(columns: EntryColumns, slot: number, entry: WorkloadEntry, mask: number): void {
  for (const leaf of MOVING_TEXTS) if ((mask & leaf.bit) !== 0) columns.setTextAt(leaf.at, slot, leaf.textOf(leafValue(entry, leaf)));
  for (const leaf of MOVING_NUMBERS) columns.setNumberAt(leaf.at, slot, leafNumber(entry, leaf));
  columns.versions.set(slot, entry.resourceVersion);
}
