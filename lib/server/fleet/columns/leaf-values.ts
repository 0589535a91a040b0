import { DERIVED_FIELDS, type FieldValueTypes } from "@/lib/domain/entry/entry-fields";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { Timestamp } from "@/lib/domain/object/timestamp";
import {
  DENSE_LEAVES,
  FLOAT_AT,
  type FloatColumn,
  INT_AT,
  type IntColumn,
  LABEL_LEAVES,
  type Leaf,
  RARE_LEAVES,
  TEXT_LEAVES,
  type TextKind,
  TIME_LEAVES,
} from "./column-list";
import {
  isOptionalText,
  isOwnerText,
  isPortsText,
  isWriterText,
  optionalText,
  ownerOfText,
  ownerText,
  portsOfText,
  portsText,
  presentText,
  writerText,
} from "./column-text";

/** Converts the values of a kind to texts of the dictionary. */
interface TextCodec<Value> {
  readonly textOf: (value: Value) => string;
  /** Compares a text with `textOf` of a value, without creating that text. */
  readonly is: (text: string, value: Value) => boolean;
}

const same = (text: string) => text;

const CODECS: { readonly [Kind in TextKind]: TextCodec<FieldValueTypes[Kind]> } = {
  text: { textOf: same, is: (text, value) => text === value },
  "optional text": { textOf: optionalText, is: isOptionalText },
  ports: { textOf: portsText, is: isPortsText },
  owner: { textOf: ownerText, is: isOwnerText },
  writer: { textOf: writerText, is: isWriterText },
};

/** Convert texts back to values. A writer is missing here: its time has its own column. */
export const VALUES_OF_TEXTS = { text: same, "optional text": presentText, ports: portsOfText, owner: ownerOfText } as const satisfies {
  readonly [Kind in Exclude<TextKind, "writer">]: (text: string) => FieldValueTypes[Kind];
};

/** The location of a value in an entry. The values within a field that is null are `missing`. */
interface ValuePath {
  readonly field: keyof WorkloadEntry;
  readonly inner: string | null;
  readonly missing: "" | null;
}

/** Returns the value of a leaf. It runs about forty times for every event. */
export function leafValue(entry: WorkloadEntry, { field, inner, missing }: ValuePath): unknown {
  const value = entry[field];
  if (inner === null) return value;
  return value === null ? missing : (value as unknown as Readonly<Record<string, unknown>>)[inner];
}

/** A leaf that is stored as a text. */
export interface TextLeaf extends ValuePath, TextCodec<unknown> {
  readonly at: number;
  readonly bit: number;
}

/** A missing report has blank texts. */
function textLeaf(leaf: Leaf<IntColumn>): TextLeaf {
  const { field, inner, bit, column } = leaf;
  const kind = codecOf(leaf);
  // `leafValue` returns a value of this kind.
  return { field, inner, missing: kind === "text" ? "" : null, at: INT_AT[column], bit, ...(CODECS[kind] as TextCodec<unknown>) };
}

/** The first text within a field also stores whether the field is null. */
function codecOf({ inner, field, holds }: Leaf): TextKind {
  if (inner !== null && TEXT_LEAVES.find((leaf) => leaf.field === field)?.inner === inner) return "optional text";
  // TEXT_LEAVES contain only these kinds.
  return holds as TextKind;
}

/** A leaf that is stored as a number. */
interface NumberLeaf extends ValuePath {
  readonly at: number;
  readonly bit: number;
  readonly moves: boolean;
  readonly isTime: boolean;
}

function numberLeaf({ field, inner, column, holds, bit, moves }: Leaf<FloatColumn>): NumberLeaf {
  return { field, inner, missing: null, at: FLOAT_AT[column], bit, moves, isTime: holds === "time" };
}

/** Returns the number of a leaf; NaN = not set. An unreadable time is infinity, and its text is stored separately. */
export function leafNumber(entry: WorkloadEntry, leaf: NumberLeaf): number {
  if (!leaf.isTime) return (leafValue(entry, leaf) as number | null) ?? Number.NaN;
  const time = leafValue(entry, leaf) as Timestamp | null;
  return time === null ? Number.NaN : (time.ms ?? Number.POSITIVE_INFINITY);
}

/** Texts that differ from machine to machine, and texts that similar machines have in common. */
export const OWN_TEXTS = TEXT_LEAVES.filter(({ shared, alike }) => !shared && !alike).map(textLeaf);
export const COMMON_TEXTS = TEXT_LEAVES.filter(({ shared, alike }) => shared || alike).map(textLeaf);
export const STILL_TEXTS = TEXT_LEAVES.filter(({ moves }) => !moves).map(textLeaf);
export const MOVING_TEXTS = TEXT_LEAVES.filter(({ moves }) => moves).map(textLeaf);
/** In the order of their columns. */
export const NUMBERS = [...DENSE_LEAVES, ...RARE_LEAVES].map(numberLeaf);
export const STILL_NUMBERS = NUMBERS.filter(({ moves }) => !moves);
export const MOVING_NUMBERS = NUMBERS.filter(({ moves }) => moves);
export const LABELS = LABEL_LEAVES.map(({ field, column }) => ({ at: INT_AT[column], labelsOf: (entry: WorkloadEntry) => entry[field] as LabelSet }));
export const TIMES = TIME_LEAVES.map(({ field, inner, column }) => ({ column, field, inner, missing: null }));

interface DerivedOf {
  readonly of: (entry: WorkloadEntry, readsTopology: boolean) => string;
  readonly words?: readonly string[];
}

/** The derived fields of an entry: a text, or an index into `words`. */
export const DERIVED = (Object.keys(DERIVED_FIELDS) as (keyof typeof DERIVED_FIELDS)[]).map((column) => {
  const { of, words }: DerivedOf = DERIVED_FIELDS[column];
  const wordOf = words === undefined ? null : (entry: WorkloadEntry, readsTopology: boolean) => words.indexOf(of(entry, readsTopology));
  return { at: INT_AT[column], of, wordOf };
});

/** Returns the time of a leaf. */
export function leafTime(entry: WorkloadEntry, leaf: (typeof TIMES)[number]): Timestamp | null {
  return leafValue(entry, leaf) as Timestamp | null;
}

/** Returns true if each time of an entry is readable or missing. */
export function hasTimes(entry: WorkloadEntry): boolean {
  for (const leaf of TIMES) if (leafTime(entry, leaf)?.ms === null) return false;
  return true;
}
