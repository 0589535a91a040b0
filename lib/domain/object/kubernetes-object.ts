import type { WatchedKind } from "@/lib/domain/source/scope";
import { compareText } from "./compare-text";
import type { LabelSet } from "./label-set";

/** What a table needs of an object to keep it. */
export interface StoredObjectKey {
  readonly cluster: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** What is read of every object. */
interface ReadObject extends StoredObjectKey {
  readonly name: string;
  /** Milliseconds; null = not told. */
  readonly createdAt: number | null;
  /** What is wrong with it, or null. An unreadable entry has blank fields but for its identity. */
  readonly unreadable: string | null;
}

/** What every object has whose kind has few of them: they are kept as they are, in a table of the fleet for their source. */
export interface TableObject extends ReadObject {
  readonly kind: WatchedKind;
}

/** What is read of an object of a workload. */
export interface WorkloadObject extends ReadObject {
  /** `metadata.deletionTimestamp` in milliseconds. */
  readonly deletingAt: number | null;
  /** `metadata.generation`: how often its spec was written. istiod writes that of an entry once: more than 1 tells that it was edited since. */
  readonly generation: number | null;
}

/**
 * An object as the log tells of it: the fields of its spec by their paths in the YAML (`spec.host`, `spec.subsets[v1].labels[version]`),
 * as text. What is meant by them is worked out where they are read.
 */
export interface FlatObject extends TableObject {
  readonly fields: LabelSet;
}

/** One of which what decides who answers for a host is read as well. */
export interface ParsedObject<P> extends FlatObject {
  /** Null = it cannot be read (`unreadable` says why), or, in the past, this was not recorded: not known. */
  readonly parsed: P | null;
}

export const MAX_OBJECT_NAME_LENGTH = 253;
const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Can an object or a namespace have this name? At most 253 lower-case letters, digits, dots and dashes, a letter or digit at both ends. */
export function isObjectName(text: string): boolean {
  return NAME.test(text) && !text.includes("..");
}

const DECIMAL = /^(0|[1-9]\d*)$/;

/**
 * Orders two resource versions of one kind: negative = a is older. They are decimal numbers of any length;
 * 0 stands for equal, and also for a pair that cannot be ordered because one of them is no number.
 */
export function compareResourceVersions(a: string, b: string): number {
  if (!DECIMAL.test(a) || !DECIMAL.test(b)) return 0;
  return a.length - b.length || compareText(a, b);
}

/** True for a version that an object can have: a decimal number above 0 without leading zeros. As a precondition, "0" and "" ask for no comparison. */
export function isResourceVersion(text: string): boolean {
  return text !== "0" && DECIMAL.test(text);
}
