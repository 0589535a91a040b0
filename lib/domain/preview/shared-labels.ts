import { overlapOf } from "@/lib/domain/findings/group-labels";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";

/** Groups of a namespace, by name, whose labels no selector can tell from those of one group. */
export interface SharedLabels {
  /** They give their machines the same labels. */
  readonly same: readonly string[];
  /** The group has all labels of theirs, and more: what selects their machines by all labels takes its machines too. */
  readonly included: readonly string[];
  /** They have all labels of the group, and more: what selects its machines by all labels takes theirs too. */
  readonly including: readonly string[];
}

/** How the labels of a group stand to those of the other groups of its namespace. One of its own name is the group itself. */
export function sharedLabels(group: WorkloadGroup, others: Iterable<WorkloadGroup>): SharedLabels {
  const found = { same: [] as string[], included: [] as string[], including: [] as string[] };
  for (const other of others) {
    if (other.name === group.name) continue;
    const overlap = overlapOf(group, other);
    if (overlap === "same") found.same.push(other.name);
    else if (overlap === "within") found.including.push(other.name);
    else if (overlapOf(other, group) === "within") found.included.push(other.name);
  }
  return { same: found.same.sort(), included: found.included.sort(), including: found.including.sort() };
}
