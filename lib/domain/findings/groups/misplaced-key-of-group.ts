import { misplacedEvidence } from "@/lib/domain/findings/evidence";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/** The same as `misplaced-key`, for a group: its own keys, and those that entries get from `spec.metadata` and the template. */
export const misplacedKeyOfGroup: Rule<"group"> = {
  code: "STL217",
  name: "misplaced-key-of-group",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  noPatchBecause: "the value was never in use, and only its owner knows if it is still meant",
  detect: (group) => {
    const evidence = misplacedEvidence(group.misplacedKeys, (path) => (path.startsWith("spec.") ? "WorkloadEntry" : "WorkloadGroup"));
    return evidence === null ? [] : [{ objects: [findingObject("WorkloadGroup", group)], evidence }];
  },
};
