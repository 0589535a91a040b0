import { givenLabels } from "@/lib/domain/findings/given-labels";
import type { WorkloadGroup } from "@/lib/domain/workload-group";

/** How the labels of one group stand to those of another. */
export type Overlap = "same" | "within" | "apart";

/** `within`: the other has all labels of this one, and more. A group without labels has nothing in common with anybody. */
export function overlapOf(group: WorkloadGroup, other: WorkloadGroup): Overlap {
  const [own, others] = [givenLabels(group), new Map(givenLabels(other))];
  if (own.length === 0 || !own.every(([key, value]) => others.get(key) === value)) return "apart";
  return own.length === others.size ? "same" : "within";
}
