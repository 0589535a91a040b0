import { misplacedEvidence } from "@/lib/domain/findings/evidence";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { rightPlace } from "@/lib/domain/istio-keys";

/** A label that Istio reads is an annotation, or the reverse: Istio ignores it. If the group has the same key in that place, its own finding reports it. */
export const misplacedKey: Rule<"entry"> = {
  code: "STL129",
  name: "misplaced-key",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  betterWith: ["workloadgroups"],
  noPatchBecause: "the value was never in use, and only its owner knows if it is still meant",
  detect: (entry, world) => {
    if (entry.misplacedKeys === "") return [];
    const ofGroup = (world.groupOf(entry)?.misplacedKeys ?? []).map((path) => rightPlace(path, "WorkloadEntry").key);
    const own = entry.misplacedKeys.split(" ").filter((path) => !ofGroup.includes(rightPlace(path, "WorkloadEntry").key));
    const evidence = misplacedEvidence(own, () => "WorkloadEntry");
    return evidence === null ? [] : [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
};
