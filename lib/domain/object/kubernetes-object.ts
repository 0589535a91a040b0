import type { WatchedKind } from "@/lib/domain/source/scope";
import { compareText } from "./compare-text";
import type { LabelSet } from "./label-set";

/** The fields by which a table stores an object. */
export interface StoredObjectMetadata {
  readonly cluster: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

interface ReadObject extends StoredObjectMetadata {
  readonly name: string;
  /** Milliseconds; null = not known. */
  readonly createdAt: number | null;
  /** The reason why the object cannot be parsed; null = it was parsed. All fields of an unreadable entry are blank, except its identity. */
  readonly unreadable: string | null;
}

/** An object of a kind with few objects. The live fleet stores them unchanged, in one table for each source. */
export interface IndexedTableObject extends ReadObject {
  readonly kind: WatchedKind;
}

/** The fields that are parsed from workload objects. */
export interface WorkloadObject extends ReadObject {
  /** `metadata.deletionTimestamp` in milliseconds. */
  readonly deletingAt: number | null;
  /** `metadata.generation`: how many times its spec was written. istiod writes the spec of an entry once, so that more than 1 shows a later edit. */
  readonly generation: number | null;
}

/**
 * An object for the activity log: the fields of its spec as text, by their paths in the YAML (`spec.host`, `spec.subsets[v1].labels[version]`). The
 * reading code interprets them.
 */
export interface ObjectWithFlatSpec extends IndexedTableObject {
  readonly fields: LabelSet;
}

/** An object with its parsed fields that decide about endpoints. */
export interface ObjectWithParsedSpec<P> extends ObjectWithFlatSpec {
  /** Null = the object cannot be parsed (`unreadable` has the reason), or, in the past, its fields were not recorded. */
  readonly parsed: P | null;
}

export const MAX_OBJECT_NAME_LENGTH = 253;
const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/**
 * Returns true for a valid name of an object or a namespace: at most 253 lower-case letters, digits, dots and dashes, with a letter or digit at both
 * ends.
 */
export function isObjectName(text: string): boolean {
  return NAME.test(text) && !text.includes("..");
}

const DECIMAL = /^(0|[1-9]\d*)$/;

/**
 * Compares two resource versions of one kind, which are decimal numbers of any length. Negative = `a` is older, 0 = they are equal or one of them is
 * no number.
 */
export function compareResourceVersions(a: string, b: string): number {
  if (!DECIMAL.test(a) || !DECIMAL.test(b)) return 0;
  return a.length - b.length || compareText(a, b);
}

/**
 * Returns true for a version that an object can have: a decimal number above 0 without leading zeros. With the precondition "0" or "", the API server
 * makes no comparison.
 */
export function isResourceVersion(text: string): boolean {
  return text !== "0" && DECIMAL.test(text);
}
