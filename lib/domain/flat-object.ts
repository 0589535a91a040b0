import type { LabelSet } from "./label-set";
import type { TableObject } from "./table-object";

/**
 * An object of which nothing is interpreted: the fields of its spec by their paths in the YAML (`spec.host`, `spec.subsets[v1].labels[version]`),
 * as text. What is meant by them is worked out where they are read.
 */
export interface FlatObject extends TableObject {
  readonly fields: LabelSet;
}
