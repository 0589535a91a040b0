import { conditionEvidence, conditionThat } from "@/lib/domain/findings/evidence";
import type { Rule } from "@/lib/domain/findings/rule";
import { hostObject } from "@/lib/domain/findings/service-parts";

/** istiod reports that a Service or ServiceEntry uses a waypoint that it cannot use (condition `istio.io/WaypointBound`, pilot/pkg/model/service.go). */
export const waypointNotBound: Rule<"host"> = {
  code: "STL325",
  name: "waypoint-not-bound",
  subject: "host",
  severity: "warning",
  needs: ["services", "serviceentries"],
  noPatchBecause: "the cause is the waypoint or its namespace, and only their owner can change it",
  detect: (host) => {
    const condition = conditionThat(host.istiodStatus, "WaypointBound", "False");
    return condition === null ? [] : [{ objects: [hostObject(host)], evidence: { hosts: host.hosts, ...conditionEvidence(condition) } }];
  },
};
