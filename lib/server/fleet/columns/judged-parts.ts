import { fieldOf, fieldsWhere } from "@/lib/domain/entry-fields";
import type { LabelSet } from "@/lib/domain/label-set";
import { DRAINING_LABEL } from "@/lib/domain/serving-of";
import type { VerdictInput } from "@/lib/domain/verdict-of";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { objectBuilder } from "@/lib/server/built";
import { FLOAT_AT, type FloatColumn, INT_AT, type IntColumn } from "./column-list";
import { presentText } from "./column-text";
import { fieldReader, type ReadSlot } from "./decode-entry";
import type { EntryColumns } from "./entry-columns";

/** What a verdict on a slot rests on, and no more: a new world judges very many at once. That it is a VerdictInput a test proves. */
export const judgedParts: ReadSlot<VerdictInput> = objectBuilder(
  fieldsWhere(({ judged }) => judged === true).map((name) => [name, judgedReader(name)] as const),
);

/** Of a time a verdict asks for no text, of a report for no times. */
function judgedReader(name: keyof WorkloadEntry): ReadSlot<unknown> {
  switch (fieldOf(name).holds) {
    case "time":
      return (columns, _, slot) => momentAt(columns, FLOAT_AT[name as FloatColumn], slot);
    case "labels":
      return (columns, _, slot) => drainingLabel(columns, columns.intAt(INT_AT[name as IntColumn], slot));
    case "report":
      return (columns, _, slot) => {
        const status = presentText(columns.text("health.status", slot));
        return status === null ? null : { status, message: columns.text("health.message", slot) };
      };
    default:
      return fieldReader(name);
  }
}

/** Of all labels a verdict asks for one. */
function drainingLabel(columns: EntryColumns, set: number): LabelSet {
  const value = columns.labelSets.value(set, DRAINING_LABEL);
  return value === undefined ? [] : [[DRAINING_LABEL, value]];
}

function momentAt(columns: EntryColumns, at: number, slot: number): VerdictInput["connectedAt"] {
  const ms = columns.numberAt(at, slot);
  return Number.isNaN(ms) ? null : { ms: ms === Number.POSITIVE_INFINITY ? null : ms };
}
