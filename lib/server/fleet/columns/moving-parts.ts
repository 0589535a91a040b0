import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { bitsOf, inTurn } from "@/lib/server/built";
import type { EntryColumns } from "./entry-columns";
import { MOVING_NUMBERS, MOVING_TEXTS } from "./leaf-values";

type Mask = (columns: EntryColumns, slot: number, entry: WorkloadEntry) => number;
type Write = (columns: EntryColumns, slot: number, entry: WorkloadEntry) => void;

/** What moves of an entry whose shape its slot has (`hasShape`): which of it is another now, as bits of CHANGED. */
export const movingDifference: Mask = bitsOf([
  ...MOVING_TEXTS.map(
    ({ at, bit, is }): Mask =>
      (columns, slot, entry) =>
        is(columns.textAt(at, slot), entry) ? 0 : bit,
  ),
  ...MOVING_NUMBERS.filter(({ bit }) => bit !== 0).map(({ at, bit, numberOf }): Mask => {
    return (columns, slot, entry) => (Object.is(numberOf(entry), columns.numberAt(at, slot)) ? 0 : bit);
  }),
]);

const writeNumbers = inTurn(
  MOVING_NUMBERS.map(
    ({ at, numberOf }): Write =>
      (columns, slot, entry) =>
        columns.setNumberAt(at, slot, numberOf(entry)),
  ),
);

/** Writes what moves of an entry whose shape its slot has; `mask` says what of it is another. */
export function writeMoving(columns: EntryColumns, slot: number, entry: WorkloadEntry, mask: number): void {
  for (const { at, bit, textOf } of MOVING_TEXTS) if ((mask & bit) !== 0) columns.setTextAt(at, slot, textOf(entry));
  writeNumbers(columns, slot, entry);
  columns.versions.set(slot, entry.resourceVersion);
}
