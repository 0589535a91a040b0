import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * No entry belongs to the group: no machine has registered, or all have left. A group is a template and makes none itself (networking/v1alpha3/
 * workload_group.proto); hosts that select its labels find nobody there.
 */
export const groupWithoutMachines: Rule<"group"> = {
  code: "STL205",
  name: "group-without-machines",
  subject: "group",
  severity: "note",
  needs: ["workloadgroups", "workloadentries"],
  noPatchBecause: "machines register themselves, and a group that nobody needs is deleted",
  detect: (group, world) => {
    if (world.memberCount(group) > 0) return [];
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { expected: group.expectedSize ?? "" } }];
  },
};
