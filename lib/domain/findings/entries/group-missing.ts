import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { membershipOf } from "@/lib/domain/membership";

/**
 * The entry belongs to a group that does not exist: its machine is refused at its next connection that finds no entry, and where its owner is gone
 * Kubernetes deletes it (pilot/pkg/autoregistration/controller.go: "cannot find WorkloadGroup").
 */
export const groupMissing: Rule<"entry"> = {
  code: "STL111",
  name: "group-missing",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries", "workloadgroups"],
  noPatchBecause: "what the group said is not known: it is written anew under its name, or the entry is deleted with its machine's agent stopped",
  detect: (entry, world) => {
    const { group, kind } = membershipOf(entry);
    if (group === "" || world.groupNamed(entry.namespace, group) !== null) return [];
    const objects = [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", { namespace: entry.namespace, name: group })];
    return [{ objects, evidence: { group, isOwned: kind !== "annotated" } }];
  },
};
