import { conditionEvidence, conditionThat } from "@/lib/domain/findings/evidence";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/** istiod reports that an entry uses a waypoint that it cannot use (condition `istio.io/WaypointBound`, on entries since 1.31; istio#59993). */
export const machineWaypointNotBound: Rule<"entry"> = {
  code: "STL131",
  name: "machine-waypoint-not-bound",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  noPatchBecause: "the cause is the waypoint or its namespace, and only their owner can change it",
  detect: (entry) => {
    const condition = conditionThat(entry.istiodStatus, "WaypointBound", "False");
    return condition === null ? [] : [{ objects: [findingObject("WorkloadEntry", entry)], evidence: conditionEvidence(condition) }];
  },
};
