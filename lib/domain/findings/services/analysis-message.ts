import { ageEvidence } from "@/lib/domain/findings/evidence";
import type { Rule } from "@/lib/domain/findings/rule";
import { hostObject } from "@/lib/domain/findings/service-parts";
import { istiodStatusOf } from "@/lib/domain/istiod-status";

/** istiod's analysis reports a Service or ServiceEntry (`status.validationMessages`, pkg/config/analysis). */
export const analysisMessage: Rule<"host"> = {
  code: "STL328",
  name: "analysis-message",
  subject: "host",
  severity: "note",
  needs: ["services", "serviceentries"],
  noPatchBecause: "Istio describes the cure of each message in its documentation",
  detect: (host) => {
    const found = istiodStatusOf(host.istiodStatus).messages.map(({ code, level, isOlder }) => ({
      of: code,
      objects: [hostObject(host)],
      evidence: { hosts: host.hosts, message: code, level, age: ageEvidence(isOlder) },
    }));
    return [...new Map(found.map((one) => [one.of, one])).values()];
  },
};
