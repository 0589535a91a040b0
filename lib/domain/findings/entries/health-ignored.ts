import { markPatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { goBoolOf } from "@/lib/domain/go-bool";
import { HEALTH_GATE } from "./shared-marks";
import { isReportCurrent } from "./shared-probe-times";

/**
 * Somebody reports the machine's health, and istiod does not heed it: without the annotation the condition is ignored
 * (pilot/pkg/serviceregistry/serviceentry/conversion.go, isHealthy).
 */
export const healthIgnored: Rule<"entry"> = {
  code: "STL105",
  name: "health-ignored",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  detect: (entry) => {
    const { gate, health } = entry;
    // A text that is no boolean is a finding of its own.
    if (health === null || (gate !== null && gate !== "" && goBoolOf(gate) !== false)) return [];
    const isCurrent = isReportCurrent(entry);
    const evidence = { status: health.status, message: health.message, gate: gate ?? "", isCurrent };
    const patch = markPatch("WorkloadEntry", entry, { marks: "annotations", key: HEALTH_GATE, value: "true" });
    const isHarmless = health.status === "True" || isCurrent;
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence, ...(isHarmless && { patch }) }];
  },
};
