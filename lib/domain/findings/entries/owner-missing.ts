import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isGroupOwner, ownerPatch } from "./shared-owner";

/**
 * The entry was registered by a group and that group does not own it: it outlives the group, and Kubernetes does not take it along
 * (`kubectl delete --cascade=orphan`, or a copy of an entry that somebody applied).
 */
export const ownerMissing: Rule<"entry"> = {
  code: "STL112",
  name: "owner-missing",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries", "workloadgroups"],
  detect: (entry, world) => {
    const { owner, registrationGroup } = entry;
    if (registrationGroup === "" || isGroupOwner(entry.owner)) return [];
    const group = world.groupNamed(entry.namespace, registrationGroup);
    if (group === null) return [];
    const objects = [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)];
    const evidence = { group: group.name, owner: owner === null ? "" : `${owner.kind} ${owner.name}` };
    // One that something else controls is not taken away from it.
    return [owner === null ? { objects, evidence, patch: ownerPatch(entry, group) } : { objects, evidence }];
  },
};
