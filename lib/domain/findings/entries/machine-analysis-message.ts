import { ageEvidence } from "@/lib/domain/findings/evidence";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { istiodStatusOf } from "@/lib/domain/istiod-status";

/** istiod's analysis reports an entry (`status.validationMessages`, pkg/config/analysis). */
export const machineAnalysisMessage: Rule<"entry"> = {
  code: "STL132",
  name: "machine-analysis-message",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries"],
  noPatchBecause: "Istio describes the cure of each message in its documentation",
  detect: (entry) => {
    const found = istiodStatusOf(entry.istiodStatus).messages.map(({ code, level, isOlder }) => ({
      of: code,
      objects: [findingObject("WorkloadEntry", entry)],
      evidence: { message: code, level, age: ageEvidence(isOlder) },
    }));
    return [...new Map(found.map((one) => [one.of, one])).values()];
  },
};
