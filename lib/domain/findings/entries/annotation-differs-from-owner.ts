import { markPatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { REGISTRATION_GROUP } from "./shared-marks";
import { isGroupOwner } from "./shared-owner";

/**
 * The annotation that names the group of an entry names another than its owner: telemetry and every tool that reads the annotation count the machine
 * elsewhere. An annotation of the group's own template overwrites it (autoregistration/controller.go, workloadEntryFromGroup).
 */
export const annotationDiffersFromOwner: Rule<"entry"> = {
  code: "STL114",
  name: "annotation-differs-from-owner",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  detect: (entry) => {
    const { owner, registrationGroup } = entry;
    if (!isGroupOwner(owner) || registrationGroup === "" || registrationGroup === owner.name) return [];
    const objects = [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", { namespace: entry.namespace, name: owner.name })];
    const patch = markPatch("WorkloadEntry", entry, { marks: "annotations", key: REGISTRATION_GROUP, value: owner.name });
    return [{ objects, evidence: { annotation: registrationGroup, owner: owner.name }, patch }];
  },
};
