import { conditionEvidence, conditionThat } from "@/lib/domain/findings/evidence";
import type { Rule } from "@/lib/domain/findings/rule";
import { hostObject } from "@/lib/domain/findings/service-parts";
import { canaryFailure } from "@/lib/domain/istiod-status";

/** istiod reports that the waypoint is bound and its canary is not (message of the condition `istio.io/WaypointBound`, pilot/pkg/model/service.go). */
export const canaryWaypointNotAttached: Rule<"host"> = {
  code: "STL327",
  name: "canary-waypoint-not-attached",
  subject: "host",
  severity: "note",
  needs: ["services", "serviceentries"],
  noPatchBecause: "the cause is the canary waypoint or its weight, and only their owner can change it",
  detect: (host) => {
    const condition = conditionThat(host.istiodStatus, "WaypointBound", "True");
    const message = condition === null ? null : canaryFailure(condition);
    if (condition === null || message === null) return [];
    return [{ objects: [hostObject(host)], evidence: { hosts: host.hosts, ...conditionEvidence({ ...condition, message }) } }];
  },
};
