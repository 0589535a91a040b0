import { blankFields, ENTRY_FIELD_NAMES, entryFieldNamed, type FieldValueTypes } from "@/lib/domain/entry/entry-fields";
import type { HealthReport, WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Timestamp } from "@/lib/domain/object/timestamp";
import { FLOAT_AT, type FloatColumn, INT_AT, type IntColumn, type TimeColumn } from "./column-list";
import { presentText, writerOfText } from "./column-text";
import type { EntryColumns } from "./entry-columns";
import { VALUES_OF_TEXTS } from "./leaf-values";
import type { Places } from "./places";

/** Reads one field of the entry in a slot. */
type ReadSlot<Value> = (columns: EntryColumns, places: Places, slot: number) => Value;

const textReader = <Value>(readText: (text: string) => Value) => {
  return (name: string): ReadSlot<Value> => {
    // The column of such a field has the name of the field.
    const at = INT_AT[name as IntColumn];
    return (columns, _, slot) => readText(columns.textAt(at, slot));
  };
};
const numberReader = (name: string): ReadSlot<number | null> => {
  const at = FLOAT_AT[name as FloatColumn];
  return (columns, _, slot) => {
    const number = columns.numberAt(at, slot);
    return Number.isNaN(number) ? null : number;
  };
};
const timeReader = (name: string): ReadSlot<Timestamp | null> => {
  return (columns, _, slot) => timestampAt(columns, name as TimeColumn, slot);
};

const READERS: { readonly [Kind in keyof FieldValueTypes]: (name: string) => ReadSlot<FieldValueTypes[Kind]> } = {
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

/** The identity of an entry has no columns of its own. */
const IDENTITY: { readonly [Name in keyof WorkloadEntry]?: ReadSlot<string> } = {
  cluster: (columns, places, slot) => places.at(columns.int("place", slot)).cluster,
  namespace: (columns, places, slot) => places.at(columns.int("place", slot)).namespace,
  name: (columns, _, slot) => columns.names[slot] ?? "",
  uid: (columns, _, slot) => columns.uids.text(slot),
  resourceVersion: (columns, _, slot) => columns.versions.text(slot),
};

/** Returns the reader of a field. */
export function fieldReader(name: keyof WorkloadEntry): ReadSlot<unknown> {
  return IDENTITY[name] ?? READERS[entryFieldNamed(name).holds](name);
}

const FIELDS = ENTRY_FIELD_NAMES.map((name) => ({ name, read: fieldReader(name) }));
const BLANK_ENTRY = blankFields(ENTRY_FIELD_NAMES);

/** Returns the entry in a slot as it was parsed, with times in milliseconds. */
export function decodeEntry(columns: EntryColumns, places: Places, slot: number): WorkloadEntry {
  const entry: Partial<Record<keyof WorkloadEntry, unknown>> = { ...BLANK_ENTRY };
  for (const { name, read } of FIELDS) entry[name] = read(columns, places, slot);
  // The reader of each field returns a value of its type.
  return entry as WorkloadEntry;
}

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

function timestampAt(columns: EntryColumns, column: TimeColumn, slot: number): Timestamp | null {
  const ms = columns.float(column, slot);
  if (ms === null) return null;
  if (ms === Number.POSITIVE_INFINITY) return { text: columns.oddTime(column, slot), ms: null };
  return { text: new Date(ms).toISOString(), ms };
}
