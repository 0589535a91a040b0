import { REGISTRATION_GROUP } from "@/lib/domain/findings/entries/shared-marks";
import { mergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { labelOf } from "@/lib/domain/label-set";

/**
 * An annotation that the group gives its entries overwrites the one by which istiod notes their group: each new entry then names another group than
 * its own (pilot/pkg/autoregistration/controller.go, workloadEntryFromGroup).
 */
export const registrationOverwritten: Rule<"group"> = {
  code: "STL211",
  name: "registration-overwritten",
  subject: "group",
  severity: "error",
  needs: ["workloadgroups"],
  detect: (group) => {
    const annotation = labelOf(group.entryAnnotations, REGISTRATION_GROUP);
    if (annotation === undefined || annotation === group.name) return [];
    const patch = mergePatch("WorkloadGroup", group, { spec: { metadata: { annotations: { [REGISTRATION_GROUP]: null } } } });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { annotation }, patch }];
  },
};
