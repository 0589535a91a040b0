import { type LabelSet, labelOf, labelSet } from "./label-set";
import type { WorkloadEntry } from "./workload-entry";

/** `spec.labels` overlaid by `metadata.labels`: metadata wins (docs/istio.md#labels). */
export function mergedLabels(entry: Pick<WorkloadEntry, "specLabels" | "metadataLabels">): LabelSet {
  if (entry.specLabels.length === 0) return entry.metadataLabels;
  return labelSet(new Map([...entry.specLabels, ...entry.metadataLabels]));
}

/** The value of one key in the merged labels, or undefined. */
export function mergedLabel(entry: Pick<WorkloadEntry, "specLabels" | "metadataLabels">, key: string): string | undefined {
  return labelOf(entry.metadataLabels, key) ?? labelOf(entry.specLabels, key);
}
