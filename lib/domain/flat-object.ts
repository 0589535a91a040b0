import type { LabelSet } from "./label-set";
import type { TableObject } from "./table-object";

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
