import { labelOverlap } from "@/lib/domain/findings/group-labels";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";

/** Names of groups in a namespace whose machines a selector cannot separate from those of one group. */
export interface GroupsWithOverlappingLabels {
  /** Groups whose machines have labels equal to those of the group's machines. */
  readonly same: readonly string[];
  /** Groups with some labels of the group, and no others. A selector with all their labels also selects the group's machines. */
  readonly included: readonly string[];
  /** Groups with all labels of the group, and more. A selector with all labels of the group also selects their machines. */
  readonly including: readonly string[];
}

/** Compares the labels of a group with those of the other groups in its namespace. A group with the same name is the group itself and is skipped. */
export function groupsWithOverlappingLabels(group: WorkloadGroup, others: Iterable<WorkloadGroup>): GroupsWithOverlappingLabels {
  const found = { same: [] as string[], included: [] as string[], including: [] as string[] };
  for (const other of others) {
    if (other.name === group.name) continue;
    const overlap = labelOverlap(group, other);
    if (overlap === "same") found.same.push(other.name);
    else if (overlap === "within") found.including.push(other.name);
    else if (labelOverlap(other, group) === "within") found.included.push(other.name);
  }
  return { same: found.same.sort(), included: found.included.sort(), including: found.including.sort() };
}
