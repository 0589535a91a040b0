import { conditionEvidence, conditionThat } from "@/lib/domain/findings/evidence";
import type { Rule } from "@/lib/domain/findings/rule";
import { hostObject } from "@/lib/domain/findings/service-parts";

/** istiod reports that a ServiceEntry needs a waypoint and has none (condition `istio.io/WaypointMissing`, pilot/pkg/model/service.go). */
export const waypointMissing: Rule<"host"> = {
  code: "STL326",
  name: "waypoint-missing",
  subject: "host",
  severity: "warning",
  needs: ["services", "serviceentries"],
  noPatchBecause: "only the owner knows the waypoint that is meant",
  detect: (host) => {
    const condition = conditionThat(host.istiodStatus, "WaypointMissing", "True");
    return condition === null ? [] : [{ objects: [hostObject(host)], evidence: { hosts: host.hosts, ...conditionEvidence(condition) } }];
  },
};
