import { DERIVED_FIELDS, ENTRY_FIELDS, type EntryChangeTopic, type EntryFieldNamesWith, type FieldValueTypes } from "@/lib/domain/entry/entry-fields";
import { CHANGED } from "./changed";

type Fields = typeof ENTRY_FIELDS;
type Derived = typeof DERIVED_FIELDS;
type DerivedWith<Said> = { [Name in keyof Derived]: Derived[Name] extends Said ? Name : never }[keyof Derived];
type Inner<Field extends "health", Holds> = `${Field}.${string &
  { [Name in keyof Fields[Field]["inner"]]: Fields[Field]["inner"][Name] extends { readonly holds: Holds } ? Name : never }[keyof Fields[Field]["inner"]]}`;

/** Kinds of values that are kept as a text; those of a writer but for the time. */
export type TextKind = "text" | "optional text" | "ports" | "owner" | "writer";
type OfColumns = Exclude<keyof Fields, EntryFieldNamesWith<{ readonly kept: "identity" }> | "resourceVersion">;
type FieldHolding<Kind> = OfColumns & EntryFieldNamesWith<{ readonly holds: Kind }>;

export type SharedColumn = EntryFieldNamesWith<{ readonly shared: true }> | DerivedWith<{ readonly shared: true }>;
export type OwnColumn = "place" | "group" | Exclude<FieldHolding<TextKind | "labels"> | keyof Derived, SharedColumn> | Inner<"health", "text">;
export type IntColumn = OwnColumn | SharedColumn;
export type TimeColumn = FieldHolding<"time"> | Inner<"health", "time">;
export type RareFloat = EntryFieldNamesWith<{ readonly rare: true }>;
export type DenseFloat = TimeColumn | Exclude<FieldHolding<"number" | "moment">, RareFloat> | "lastWriter.time";
export type FloatColumn = DenseFloat | RareFloat;

/** A value of an entry that has a column: a field, or one within a field. */
export interface Leaf<Column extends string = string> {
  readonly column: Column;
  readonly field: keyof Fields;
  /** Its name within the field; null = the field itself. */
  readonly inner: string | null;
  readonly holds: keyof FieldValueTypes;
  /** The bit of CHANGED that tells of a change; 0 = nobody is told. */
  readonly bit: number;
  readonly moves: boolean;
  readonly shared: boolean;
  readonly rare: boolean;
  /** Machines that have all in common but name, address and what moves have the same. */
  readonly alike: boolean;
}

/** What is worked out from an entry has a column of its own too. */
interface DerivedLeaf {
  readonly column: keyof Derived;
  readonly bit: number;
  readonly shared: boolean;
}

const bitOf = (part: EntryChangeTopic | null) => (part === null ? 0 : CHANGED[part]);

/** The values of a field that have columns. A writer is one text and a time; a report is all that is in it. */
function leavesOf(field: keyof Fields): readonly Leaf[] {
  const described: (typeof ENTRY_FIELDS)[keyof Fields] & { readonly [Said in "shared" | "rare" | "moves"]?: true } = ENTRY_FIELDS[field];
  const { holds, kept, part, shared = false, rare = false, moves = false } = described;
  const leaf = { column: field, field, inner: null, holds, bit: bitOf(part), moves, shared, rare, alike: kept === "common" };
  if (!("inner" in described)) return [leaf];
  const inner = Object.entries(described.inner).map(([name, one]) => ({
    ...leaf,
    column: `${field}.${name}`,
    inner: name,
    holds: one.holds,
    bit: bitOf(one.part),
  }));
  return holds === "writer" ? [leaf, ...inner.filter((one) => one.holds === "moment")] : inner;
}

const ALL = (Object.keys(ENTRY_FIELDS) as (keyof Fields)[])
  .filter((field) => ENTRY_FIELDS[field].kept !== "identity" && field !== "resourceVersion")
  .flatMap(leavesOf);
const isText = ({ holds }: Leaf) => ["text", "optional text", "ports", "owner", "writer"].includes(holds);
const isInt = (leaf: Leaf) => isText(leaf) || leaf.holds === "labels";

/** Values that are kept as texts, as label sets and as numbers; NaN = the object does not say. Times are milliseconds. */
export const TEXT_LEAVES = ALL.filter(isText) as readonly Leaf<IntColumn>[];
export const LABEL_LEAVES = ALL.filter(({ holds }) => holds === "labels") as readonly Leaf<OwnColumn>[];
export const TIME_LEAVES = ALL.filter(({ holds }) => holds === "time") as readonly Leaf<TimeColumn>[];
export const DENSE_LEAVES = ALL.filter((leaf) => !isInt(leaf) && !leaf.rare) as readonly Leaf<DenseFloat>[];
export const RARE_LEAVES = ALL.filter((leaf) => !isInt(leaf) && leaf.rare) as readonly Leaf<RareFloat>[];
const DERIVED_LEAVES: readonly DerivedLeaf[] = (Object.keys(DERIVED_FIELDS) as (keyof Derived)[]).map((column) => {
  const { part, shared }: { readonly part: EntryChangeTopic; readonly shared?: true } = DERIVED_FIELDS[column];
  return { column, bit: bitOf(part), shared: shared === true };
});

/** A whole-number column: what its numbers are (of the dictionary, of the label sets, or themselves), and the bit of a change. */
export interface IntPlace<Column extends IntColumn> {
  readonly column: Column;
  readonly holds: "text" | "labels" | "raw";
  readonly bit: number;
}

const described = [
  ...TEXT_LEAVES.map(({ column, bit, shared }) => ({ column, bit, shared, holds: "text" as const })),
  ...LABEL_LEAVES.map(({ column, bit, shared }) => ({ column, bit, shared, holds: "labels" as const })),
  ...DERIVED_LEAVES.map(({ column, bit, shared }) => ({
    column,
    bit,
    shared,
    holds: "words" in DERIVED_FIELDS[column] ? ("raw" as const) : ("text" as const),
  })),
];

/** Whole-number columns that differ from machine to machine. */
export const OWN_COLUMNS = [
  { column: "place", holds: "raw", bit: CHANGED.place },
  { column: "group", holds: "raw", bit: CHANGED.group },
  ...described.filter(({ shared }) => !shared),
] as readonly IntPlace<OwnColumn>[];

/** Those that the machines of a group have in common: kept as tuples, of which a slot has the number. */
export const SHARED_COLUMNS = described.filter(({ shared }) => shared) as readonly IntPlace<SharedColumn>[];

/** Where a whole-number column stands: in the row of its slot, or (from the end of that row on) in the tuple that the slot shares. */
export const INT_AT = Object.fromEntries([...OWN_COLUMNS, ...SHARED_COLUMNS].map(({ column }, at) => [column, at])) as Record<IntColumn, number>;

/** Where a number column stands: among the dense ones, or (from their end on) among the rare ones. */
export const FLOAT_AT = Object.fromEntries([...DENSE_LEAVES, ...RARE_LEAVES].map(({ column }, at) => [column, at])) as Record<FloatColumn, number>;
