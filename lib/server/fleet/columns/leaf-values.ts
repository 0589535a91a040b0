import { DERIVED_FIELDS } from "@/lib/domain/entry-fields";
import type { FieldValues } from "@/lib/domain/field-values";
import type { Timestamp } from "@/lib/domain/timestamp";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { allOf, type Property, propertyReader, propertyTest } from "@/lib/server/built";
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

/** How the values of a kind are kept as texts. */
interface TextCodec<Value> {
  readonly textOf: (value: Value) => string;
  /** Is a text `textOf` of a value? Without making it. */
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

/** The value that a text is of; a writer's needs its time too, which stands in a column of its own. */
export const VALUES_OF_TEXTS = { text: same, "optional text": presentText, ports: portsOfText, owner: ownerOfText } as const satisfies {
  readonly [Kind in Exclude<TextKind, "writer">]: (text: string) => FieldValues[Kind];
};

type Of<Value> = (entry: WorkloadEntry) => Value;

/** Where a leaf stands in an entry. A leaf with a name within its field is of one that holds an object, or none: then `missing` is its value. */
function propertyOf({ field, inner }: Leaf, missing: Property["missing"] = null): Property {
  return { name: field, inner, missing };
}

/** A leaf that is a text in its column. */
export interface TextOf {
  readonly at: number;
  readonly bit: number;
  readonly textOf: Of<string>;
  readonly is: (text: string, entry: WorkloadEntry) => boolean;
}

/** A report that is not there has blank texts. */
function textOf(leaf: Leaf<IntColumn>): TextOf {
  const kind = codecOf(leaf);
  const { textOf: code, is } = CODECS[kind] as TextCodec<unknown>;
  const property = propertyOf(leaf, kind === "text" ? "" : null);
  return { at: INT_AT[leaf.column], bit: leaf.bit, textOf: propertyReader(property, code), is: propertyTest(property, is) };
}

/** The first text within a field that may be missing says whether it is there. */
function codecOf({ inner, field, holds }: Leaf): TextKind {
  if (inner !== null && TEXT_LEAVES.find((leaf) => leaf.field === field)?.inner === inner) return "optional text";
  // Only leaves with such a value are texts.
  return holds as TextKind;
}

/** A leaf that is a number in its column; NaN = the object does not say. */
export interface NumberOf {
  readonly at: number;
  readonly bit: number;
  readonly moves: boolean;
  readonly numberOf: Of<number>;
}

function numberOf(leaf: (typeof DENSE_LEAVES)[number] | (typeof RARE_LEAVES)[number]): NumberOf {
  const { holds, bit, moves } = leaf;
  const number: Of<number> = holds === "time" ? propertyReader(propertyOf(leaf), timeNumber) : propertyReader(propertyOf(leaf), plainNumber);
  return { at: FLOAT_AT[leaf.column], bit, moves, numberOf: number };
}

function plainNumber(number: number | null): number {
  return number ?? Number.NaN;
}

/** A time that is present but unreadable is kept as infinity; its text stands apart. */
function timeNumber(timestamp: Timestamp | null): number {
  return timestamp === null ? Number.NaN : (timestamp.ms ?? Number.POSITIVE_INFINITY);
}

/** Texts of one's own: those of each machine, and those that machines with the same spec, labels and annotations have alike. */
export const OWN_TEXTS = TEXT_LEAVES.filter(({ shared, alike }) => !shared && !alike).map(textOf);
export const ALIKE_TEXTS = TEXT_LEAVES.filter(({ shared, alike }) => !shared && alike).map(textOf);
export const SHARED_TEXTS = TEXT_LEAVES.filter(({ shared }) => shared).map(textOf);
export const STILL_TEXTS = TEXT_LEAVES.filter(({ moves }) => !moves).map(textOf);
export const MOVING_TEXTS = TEXT_LEAVES.filter(({ moves }) => moves).map(textOf);
export const DENSE_NUMBERS = DENSE_LEAVES.map(numberOf);
export const RARE_NUMBERS = RARE_LEAVES.map(numberOf);
export const STILL_NUMBERS = [...DENSE_NUMBERS, ...RARE_NUMBERS].filter(({ moves }) => !moves);
export const MOVING_NUMBERS = DENSE_NUMBERS.filter(({ moves }) => moves);
export const LABELS = LABEL_LEAVES.map((leaf) => ({
  at: INT_AT[leaf.column],
  labelsOf: propertyReader<WorkloadEntry, FieldValues["labels"], FieldValues["labels"]>(propertyOf(leaf), (labels) => labels),
}));
export const TIMES = TIME_LEAVES.map((leaf) => ({
  column: leaf.column,
  at: FLOAT_AT[leaf.column],
  timeOf: propertyReader<WorkloadEntry, Timestamp | null, Timestamp | null>(propertyOf(leaf), (time) => time),
}));

interface DerivedOf {
  readonly of: (entry: WorkloadEntry, readsTopology: boolean) => string;
  readonly words?: readonly string[];
  readonly shared?: true;
}

/** What is worked out from an entry: its text, or its place among the words that it can be. */
export const DERIVED = (Object.keys(DERIVED_FIELDS) as (keyof typeof DERIVED_FIELDS)[]).map((column) => {
  const { of, words, shared }: DerivedOf = DERIVED_FIELDS[column];
  const wordOf = words === undefined ? null : (entry: WorkloadEntry, readsTopology: boolean) => words.indexOf(of(entry, readsTopology));
  return { at: INT_AT[column], shared: shared === true, of, wordOf };
});

/** Is each time of an entry one, or missing? */
export const hasTimes: Of<boolean> = allOf(
  TIMES.map(
    ({ timeOf }): Of<boolean> =>
      (entry) =>
        timeOf(entry)?.ms !== null,
  ),
);
