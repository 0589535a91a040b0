import { markPatch } from "@/lib/domain/findings/merge-patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { goBoolOf } from "@/lib/domain/go-bool";
import { HEALTH_GATE } from "./shared-marks";

/**
 * The annotation of the health gate says something that istiod cannot read as true or false, and takes as false
 * (pilot/pkg/serviceregistry/serviceentry/conversion.go, isHealthy: strconv.ParseBool).
 */
export const healthGateUnreadable: Rule<"entry"> = {
  code: "STL106",
  name: "health-gate-unreadable",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  detect: (entry) => {
    const { gate, health } = entry;
    if (gate === null || gate === "" || goBoolOf(gate) !== undefined) return [];
    const evidence = { gate, reported: health?.status ?? "" };
    // Where nobody reports, "true" would take the machine out of traffic for good.
    const value = health === null ? null : "true";
    return [
      {
        objects: [findingObject("WorkloadEntry", entry)],
        evidence,
        patch: markPatch("WorkloadEntry", entry, { marks: "annotations", key: HEALTH_GATE, value }),
      },
    ];
  },
};
