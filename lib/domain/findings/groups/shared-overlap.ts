import { givenLabels } from "@/lib/domain/findings/given-labels";
import type { WorkloadGroup } from "@/lib/domain/workload-group";

/** How the labels of one group stand to those of another. */
export type Overlap = "same" | "within" | "apart";

/** `within`: the other has all labels of this one, and more. A group without labels has nothing in common with anybody. */
export function overlapOf(group: WorkloadGroup, other: WorkloadGroup): Overlap {
  const [own, others] = [labelsOf(group), labelsOf(other)];
  if (own.size === 0) return "apart";
  for (const [key, value] of own) if (others.get(key) !== value) return "apart";
  return own.size === others.size ? "same" : "within";
}

/** Made once of each version of a group: it is compared with all others of its namespace. */
const made = new WeakMap<WorkloadGroup, ReadonlyMap<string, string>>();

function labelsOf(group: WorkloadGroup): ReadonlyMap<string, string> {
  const labels = made.get(group) ?? new Map(givenLabels(group));
  made.set(group, labels);
  return labels;
}
