import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isGroupOwner, ownerPatch } from "./shared-owner";

/**
 * The owner of the entry is an earlier group of the same name: Kubernetes' garbage collector deletes what an object owned that is gone, also where
 * another one has its name now. The machine then has no entry until it connects again.
 */
export const ownerOfOlderGroup: Rule<"entry"> = {
  code: "STL113",
  name: "owner-of-older-group",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries", "workloadgroups"],
  detect: (entry, world) => {
    const { owner } = entry;
    if (!isGroupOwner(owner)) return [];
    const group = world.groupNamed(entry.namespace, owner.name);
    if (group === null || group.uid === owner.uid) return [];
    const objects = [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)];
    return [{ objects, evidence: { group: group.name, ownerUid: owner.uid, groupUid: group.uid }, patch: ownerPatch(entry, group) }];
  },
};
