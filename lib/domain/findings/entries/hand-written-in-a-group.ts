import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { matchesGroupLabels, membershipOf } from "@/lib/domain/membership";
import { mergedLabels } from "@/lib/domain/merged-labels";

/**
 * Somebody wrote the entry by hand with all labels of a group: hosts that select the group's machines select it too, and nobody registers it, checks
 * it or takes it away (only an entry that istiod made has the group as its owner; pilot/pkg/autoregistration/controller.go).
 */
export const handWrittenInAGroup: Rule<"entry"> = {
  code: "STL120",
  name: "hand-written-in-a-group",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries", "workloadgroups"],
  noPatchBecause: "whether it belongs there is known to whoever wrote it: a machine joins a group by registering, not by an edit",
  detect: (entry, world) => {
    if (membershipOf(entry).kind !== "none") return [];
    const labels = mergedLabels(entry);
    const groups = labels.length === 0 ? [] : world.groupsIn(entry.namespace).filter((group) => matchesGroupLabels(group, labels));
    if (groups.length === 0) return [];
    const objects = [findingObject("WorkloadEntry", entry), ...groups.map((group) => findingObject("WorkloadGroup", group))];
    return [{ objects, evidence: { groups: groups.map(({ name }) => name) } }];
  },
};
