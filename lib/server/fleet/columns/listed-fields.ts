import { DERIVED_FIELDS, ENTRY_FIELD_NAMES, type ENTRY_FIELDS, type EntryChangeTopic, entryFieldNamed } from "@/lib/domain/entry/entry-fields";
import { CHANGED } from "./changed";
import { FLOAT_AT, type FloatColumn, INT_AT, type IntColumn } from "./column-list";
import { fieldReader } from "./decode-entry";
import type { FleetStore } from "./fleet-store";
import type { SortKey } from "./sort-key";

/** A field as lists know it: by which names, and how it is read of a slot. */
interface Listed {
  readonly row: string | undefined;
  readonly sort: string | undefined;
  readonly facet: string | undefined;
  readonly compared: string | undefined;
  /** The bit of CHANGED that tells of a change. */
  readonly bit: number;
  readonly inRow: (store: FleetStore, slot: number) => unknown;
  readonly keyOf: (store: FleetStore) => SortKey;
  /** A whole number for which `wordOf` has the text; only of a field with a whole-number column. */
  readonly column: IntColumn | null;
  readonly wordOf: (store: FleetStore, value: number) => string;
  /** Milliseconds, or null where the object says none; only of a moment. */
  readonly momentAt: (store: FleetStore, slot: number) => number | null;
}

type Read<Value> = (store: FleetStore, slot: number) => Value;

interface Names {
  readonly part: EntryChangeTopic | null;
  readonly row?: string;
  readonly sort?: string;
  readonly facet?: string;
  readonly compared?: string;
}

function named({ part, row, sort, facet, compared }: Names) {
  return { row, sort, facet, compared, bit: part === null ? 0 : CHANGED[part] };
}

const noMoment: Read<null> = () => null;
const textOfNumber = ({ columns }: FleetStore, value: number) => columns.texts.text(value);

function listedField(name: keyof typeof ENTRY_FIELDS): Listed {
  const field = entryFieldNamed(name);
  const read = fieldReader(name);
  const inRow: Read<unknown> = ({ columns, places }, slot) => read(columns, places, slot);
  const column = name in INT_AT ? (name as IntColumn) : null;
  const common = { ...named(field), column, wordOf: textOfNumber };
  if (field.holds === "time" || field.holds === "moment") {
    const at = FLOAT_AT[name as FloatColumn];
    const momentAt: Read<number | null> = ({ columns }, slot) => finite(columns.numberAt(at, slot));
    return { ...common, inRow: momentAt, momentAt, keyOf: (store) => ({ number: (slot) => newestFirst(momentAt(store, slot)) }) };
  }
  if (field.holds === "number") {
    const number = ({ columns }: FleetStore, slot: number) => columns.float(name as FloatColumn, slot);
    return { ...common, inRow, momentAt: noMoment, keyOf: (store) => ({ number: (slot) => number(store, slot) ?? Number.POSITIVE_INFINITY }) };
  }
  return { ...common, inRow, momentAt: noMoment, keyOf: (store) => ({ text: (slot) => String(inRow(store, slot)) }) };
}

function listedDerived(column: keyof typeof DERIVED_FIELDS): Listed {
  const field: Names & { readonly words?: readonly string[] } = DERIVED_FIELDS[column];
  const { words } = field;
  const wordOf = words === undefined ? textOfNumber : (_: FleetStore, value: number) => words[value] ?? "";
  const at = INT_AT[column];
  const inRow: Read<string> = (store, slot) => wordOf(store, store.columns.intAt(at, slot));
  const keyOf = (store: FleetStore): SortKey =>
    words === undefined ? { text: (slot) => inRow(store, slot) } : { number: (slot) => store.columns.int(column, slot) };
  return { ...named(field), column, wordOf, inRow, keyOf, momentAt: noMoment };
}

const LISTED: readonly Listed[] = [
  ...ENTRY_FIELD_NAMES.map(listedField),
  ...(Object.keys(DERIVED_FIELDS) as (keyof typeof DERIVED_FIELDS)[]).map(listedDerived),
];

const byName = (name: "sort" | "facet" | "compared"): ReadonlyMap<string, Listed> =>
  new Map(LISTED.flatMap((listed) => (listed[name] === undefined ? [] : [[listed[name], listed] as const])));

/** Fields by their names among sorts, facets and compared times. */
export const BY_SORT = byName("sort");
export const BY_FACET = byName("facet");
export const BY_COMPARED = byName("compared");

/** What a row shows of the entry itself, by the names of the row's fields. */
export const IN_ROW = LISTED.flatMap(({ row, inRow }) => (row === undefined ? [] : [[row, inRow] as const]));

/** As a person reads an age: the youngest first; without a time last. */
export function newestFirst(time: number | null): number {
  return time === null || Number.isNaN(time) ? Number.POSITIVE_INFINITY : -time;
}

/** NaN = not said, infinity = said, but no time: in a list neither is one. */
function finite(time: number): number | null {
  return Number.isFinite(time) ? time : null;
}
