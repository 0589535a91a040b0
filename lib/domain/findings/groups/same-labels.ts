import { overlapOf } from "@/lib/domain/findings/group-labels";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * Several groups of a namespace give their entries the same labels: no Service, ServiceEntry or policy can tell their machines apart, as all of them
 * select by labels (pilot/pkg/serviceregistry/serviceentry/controller.go). Told by the first of them.
 */
export const sameLabels: Rule<"group"> = {
  code: "STL206",
  name: "same-labels",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  noPatchBecause: "what tells two groups apart is known to whoever wrote them",
  detect: (group, world) => {
    const same = world.groupsIn(group.namespace).filter((other) => overlapOf(group, other) === "same");
    if (same.length < 2 || same[0]?.name !== group.name) return [];
    return [{ objects: same.map((one) => findingObject("WorkloadGroup", one)), evidence: { groups: same.map(({ name }) => name) } }];
  },
};
