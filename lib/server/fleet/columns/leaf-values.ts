import { DERIVED_FIELDS } from "@/lib/domain/entry-fields";
import type { FieldValues } from "@/lib/domain/field-values";
import type { Timestamp } from "@/lib/domain/timestamp";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { DENSE_LEAVES, FLOAT_AT, INT_AT, type IntColumn, LABEL_LEAVES, type Leaf, RARE_LEAVES, TEXT_LEAVES, type TextKind, TIME_LEAVES } from "./column-list";
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

const CODECS: { readonly [Kind in TextKind]: TextCodec<FieldValues[Kind]> } = {
  text: { textOf: same, is: (text, value) => text === value },
  "optional text": { textOf: optionalText, is: isOptionalText },
  ports: { textOf: portsText, is: isPortsText },
  owner: { textOf: ownerText, is: isOwnerText },
  writer: { textOf: writerText, is: isWriterText },
};

/** Convert texts back to values. A writer is missing here: its time has its own column. */
export const VALUES_OF_TEXTS = { text: same, "optional text": presentText, ports: portsOfText, owner: ownerOfText } as const satisfies {
  readonly [Kind in Exclude<TextKind, "writer">]: (text: string) => FieldValues[Kind];
};

type Of<Value> = (entry: WorkloadEntry) => Value;

/** Returns a reader for the value of a leaf. The values within a field that is null are `missing`. */
function valueReader({ field, inner }: Leaf, missing: "" | null = null): Of<unknown> {
  if (inner === null) return (entry) => entry[field];
  return (entry) => {
    const outer = entry[field] as Readonly<Record<string, unknown>> | null;
    return outer === null ? missing : outer[inner];
  };
}

/** A leaf that is stored as a text. */
export interface TextOf {
  readonly at: number;
  readonly bit: number;
  readonly textOf: Of<string>;
  readonly is: (text: string, entry: WorkloadEntry) => boolean;
}

/** A missing report has blank texts. */
function textOf(leaf: Leaf<IntColumn>): TextOf {
  const kind = codecOf(leaf);
  const { textOf: code, is } = CODECS[kind] as TextCodec<unknown>;
  const read = valueReader(leaf, kind === "text" ? "" : null);
  return { at: INT_AT[leaf.column], bit: leaf.bit, textOf: (entry) => code(read(entry)), is: (text, entry) => is(text, read(entry)) };
}

/** The first text within a field also stores whether the field is null. */
function codecOf({ inner, field, holds }: Leaf): TextKind {
  if (inner !== null && TEXT_LEAVES.find((leaf) => leaf.field === field)?.inner === inner) return "optional text";
  // TEXT_LEAVES contain only these kinds.
  return holds as TextKind;
}

/** A leaf that is stored as a number; NaN = not set. */
export interface NumberOf {
  readonly at: number;
  readonly bit: number;
  readonly moves: boolean;
  readonly numberOf: Of<number>;
}

function numberOf(leaf: (typeof DENSE_LEAVES)[number] | (typeof RARE_LEAVES)[number]): NumberOf {
  const { holds, bit, moves } = leaf;
  const read = valueReader(leaf);
  const numberOf: Of<number> = holds === "time" ? (entry) => timeNumber(read(entry) as Timestamp | null) : (entry) => plainNumber(read(entry) as number | null);
  return { at: FLOAT_AT[leaf.column], bit, moves, numberOf };
}

function plainNumber(number: number | null): number {
  return number ?? Number.NaN;
}

/** Milliseconds; infinity for an unreadable time, whose text is stored separately. */
function timeNumber(timestamp: Timestamp | null): number {
  return timestamp === null ? Number.NaN : (timestamp.ms ?? Number.POSITIVE_INFINITY);
}

/** Texts that differ from machine to machine, and texts that similar machines have in common. */
export const OWN_TEXTS = TEXT_LEAVES.filter(({ shared, alike }) => !shared && !alike).map(textOf);
export const COMMON_TEXTS = TEXT_LEAVES.filter(({ shared, alike }) => shared || alike).map(textOf);
export const STILL_TEXTS = TEXT_LEAVES.filter(({ moves }) => !moves).map(textOf);
export const MOVING_TEXTS = TEXT_LEAVES.filter(({ moves }) => moves).map(textOf);
export const DENSE_NUMBERS = DENSE_LEAVES.map(numberOf);
export const RARE_NUMBERS = RARE_LEAVES.map(numberOf);
export const STILL_NUMBERS = [...DENSE_NUMBERS, ...RARE_NUMBERS].filter(({ moves }) => !moves);
export const MOVING_NUMBERS = DENSE_NUMBERS.filter(({ moves }) => moves);
export const LABELS = LABEL_LEAVES.map((leaf) => ({ at: INT_AT[leaf.column], labelsOf: valueReader(leaf) as Of<FieldValues["labels"]> }));
export const TIMES = TIME_LEAVES.map((leaf) => ({
  column: leaf.column,
  at: FLOAT_AT[leaf.column],
  timeOf: valueReader(leaf) as Of<Timestamp | null>,
}));

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

/** Returns true if each time of an entry is readable or missing. */
export function hasTimes(entry: WorkloadEntry): boolean {
  for (const { timeOf } of TIMES) if (timeOf(entry)?.ms === null) return false;
  return true;
}
