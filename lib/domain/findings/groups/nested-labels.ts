import { givenLabels, overlapOf } from "@/lib/domain/findings/group-labels";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * Other groups of the namespace have all labels of this one, and more: whatever selects this group's machines by its labels selects theirs too
 * (pkg/config/labels/instance.go, SubsetOf).
 */
export const nestedLabels: Rule<"group"> = {
  code: "STL207",
  name: "nested-labels",
  subject: "group",
  severity: "note",
  needs: ["workloadgroups"],
  noPatchBecause: "it is wanted as often as not: machines of a new version have the labels of the old ones and one more",
  detect: (group, world) => {
    const wider = world.groupsIn(group.namespace).filter((other) => other.name !== group.name && overlapOf(group, other) === "within");
    if (wider.length === 0) return [];
    const labels = givenLabels(group).map(([key, value]) => `${key}=${value}`);
    return [{ objects: [group, ...wider].map((one) => findingObject("WorkloadGroup", one)), evidence: { labels, groups: wider.map(({ name }) => name) } }];
  },
};
