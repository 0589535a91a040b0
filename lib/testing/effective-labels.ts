import { type EntryLabelFields, labelsWithOrigin } from "@/lib/domain/entry/effective-labels";
import type { LabelSet } from "@/lib/domain/object/label-set";

/** The labels that selectors are matched with, sorted by key. */
export function effectiveLabels(entry: EntryLabelFields, readsTopology: boolean): LabelSet {
  return labelsWithOrigin(entry, readsTopology).map(({ key, value }) => [key, value] as const);
}
