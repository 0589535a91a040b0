import { ENTRY_FIELD_NAMES, fieldOf } from "@/lib/domain/entry-fields";
import type { FieldValues } from "@/lib/domain/field-values";
import type { Timestamp } from "@/lib/domain/timestamp";
import type { HealthReport, WorkloadEntry } from "@/lib/domain/workload-entry";
import { objectBuilder } from "@/lib/server/built";
import { type FloatColumn, INT_AT, type IntColumn, type TimeColumn } from "./column-list";
import { presentText, writerOfText } from "./column-text";
import type { EntryColumns } from "./entry-columns";
import { VALUES_OF_TEXTS } from "./leaf-values";
import type { Places } from "./places";

/** Reads one value of the entry in a slot. */
export type ReadSlot<Value> = (columns: EntryColumns, places: Places, slot: number) => Value;

const textReader = <Value>(readText: (text: string) => Value) => {
  return (name: string): ReadSlot<Value> => {
    // A field of this kind that is no identity has a column of its name.
    const at = INT_AT[name as IntColumn];
    return (columns, _, slot) => readText(columns.textAt(at, slot));
  };
};
const numberReader = (name: string): ReadSlot<number | null> => {
  return (columns, _, slot) => columns.float(name as FloatColumn, slot);
};
const timeReader = (name: string): ReadSlot<Timestamp | null> => {
  return (columns, _, slot) => timestampAt(columns, name as TimeColumn, slot);
};

const READERS: { readonly [Kind in keyof FieldValues]: (name: string) => ReadSlot<FieldValues[Kind]> } = {
  text: textReader(VALUES_OF_TEXTS.text),
  "optional text": textReader(VALUES_OF_TEXTS["optional text"]),
  ports: textReader(VALUES_OF_TEXTS.ports),
  owner: textReader(VALUES_OF_TEXTS.owner),
  labels: (name) => {
    const at = INT_AT[name as IntColumn];
    return (columns, _, slot) => columns.labelSets.labels(columns.intAt(at, slot));
  },
  number: numberReader,
  moment: numberReader,
  time: timeReader,
  report: () => reportAt,
  writer: () => (columns, _, slot) => writerOfText(columns.text("lastWriter", slot), columns.float("lastWriter.time", slot)),
};

/** What names an entry stands apart from the columns. */
const IDENTITY: { readonly [Name in keyof WorkloadEntry]?: ReadSlot<string> } = {
  cluster: (columns, places, slot) => places.at(columns.int("place", slot)).cluster,
  namespace: (columns, places, slot) => places.at(columns.int("place", slot)).namespace,
  name: (columns, _, slot) => columns.names[slot] ?? "",
  uid: (columns, _, slot) => columns.uids.text(slot),
  resourceVersion: (columns, _, slot) => columns.versions.text(slot),
};

/** How a field of the entry in a slot is read. */
export function fieldReader(name: keyof WorkloadEntry): ReadSlot<unknown> {
  return IDENTITY[name] ?? READERS[fieldOf(name).holds](name);
}

/** The entry of a slot as it was parsed, but for the precision of its times (milliseconds). */
export const decodeEntry: ReadSlot<WorkloadEntry> = objectBuilder(ENTRY_FIELD_NAMES.map((name) => [name, fieldReader(name)]));

function reportAt(columns: EntryColumns, _: Places, slot: number): HealthReport | null {
  const status = presentText(columns.text("health.status", slot));
  if (status === null) return null;
  return {
    status,
    message: columns.text("health.message", slot),
    lastProbeTime: timestampAt(columns, "health.lastProbeTime", slot),
    lastTransitionTime: timestampAt(columns, "health.lastTransitionTime", slot),
  };
}

/** A time column as a timestamp. */
function timestampAt(columns: EntryColumns, column: TimeColumn, slot: number): Timestamp | null {
  const ms = columns.float(column, slot);
  if (ms === null) return null;
  if (ms === Number.POSITIVE_INFINITY) return { text: columns.oddTime(column, slot), ms: null };
  return { text: new Date(ms).toISOString(), ms };
}
