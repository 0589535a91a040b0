import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { allOf } from "@/lib/server/built";
import { INT_AT } from "./column-list";
import type { EntryColumns } from "./entry-columns";
import { hasTimes, LABELS, STILL_NUMBERS, STILL_TEXTS } from "./leaf-values";
import type { Places } from "./places";

type Test = (columns: EntryColumns, slot: number, entry: WorkloadEntry) => boolean;

const TESTS: readonly Test[] = [
  ...STILL_NUMBERS.map(
    ({ at, numberOf }): Test =>
      (columns, slot, entry) =>
        Object.is(numberOf(entry), columns.numberAt(at, slot)),
  ),
  ...STILL_TEXTS.map(
    ({ at, is }): Test =>
      (columns, slot, entry) =>
        is(columns.textAt(at, slot), entry),
  ),
  ...LABELS.map(
    ({ at, labelsOf }): Test =>
      (columns, slot, entry) =>
        columns.labelSets.isSet(columns.intAt(at, slot), labelsOf(entry)),
  ),
  (columns, slot, entry) => hasTimes(entry) && !columns.hasOddTimes(slot),
  // Of one that nobody registered, the origin rests on whether a replica claims it (`originOf`).
  (columns, slot, entry) => entry.registrationGroup !== "" || (entry.controller === "") === (columns.text("controller", slot) === ""),
];
const hasStill = allOf(TESTS);

/**
 * Has a slot this entry but for what moves with its connection and its reports (`moves` in the description of fields)?
 * Nothing is looked up and nothing kept, for it is asked of every event. Where a text stands instead of a time it says no.
 */
export function hasShape(columns: EntryColumns, places: Places, slot: number, entry: WorkloadEntry): boolean {
  const place = places.at(columns.intAt(INT_AT.place, slot));
  if (entry.unreadable !== null || entry.name !== columns.names[slot]) return false;
  return entry.namespace === place.namespace && entry.cluster === place.cluster && hasStill(columns, slot, entry);
}
