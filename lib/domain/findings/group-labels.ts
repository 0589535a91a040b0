import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { type LabelSet, sortedLabelSet } from "@/lib/domain/object/label-set";

/** The label in which a machine's agent sends its locality. istiod removes it from the entry if the machine has labels of its own. */
const LOCALITY_LABEL = "istio-locality";

/**
 * Returns the labels that istiod gives to the entries of a group: `template.labels`, overridden by `spec.metadata.labels`
 * (autoregistration/controller.go, mergeLabels).
 */
export function groupEntryLabels({ entryLabels, template }: Pick<WorkloadGroup, "entryLabels" | "template">): LabelSet {
  return sortedLabelSet(new Map([...template.labels, ...entryLabels])).filter(([key]) => key !== LOCALITY_LABEL);
}

/**
 * The labels of one group compared with those of another. "same": equal. "within": the other group has all labels of this group, and more. "apart":
 * neither.
 */
export type LabelOverlap = "same" | "within" | "apart";

/** Compares the labels of a group with those of another group. A group without labels has nothing in common with another. */
export function labelOverlap(group: WorkloadGroup, other: WorkloadGroup): LabelOverlap {
  const [own, others] = [givenLabelMap(group), givenLabelMap(other)];
  if (own.size === 0) return "apart";
  for (const [key, value] of own) if (others.get(key) !== value) return "apart";
  return own.size === others.size ? "same" : "within";
}

/** A cache of each group's labels, because each group is compared with all others of its namespace. */
const labelMaps = new WeakMap<WorkloadGroup, ReadonlyMap<string, string>>();

function givenLabelMap(group: WorkloadGroup): ReadonlyMap<string, string> {
  const labels = labelMaps.get(group) ?? new Map(groupEntryLabels(group));
  labelMaps.set(group, labels);
  return labels;
}
