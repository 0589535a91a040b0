import { markPatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { goBoolOf } from "@/lib/domain/go-bool";
import { HEALTH_GATE } from "./shared-marks";
import { isReportCurrent } from "./shared-probe-times";

/** Texts that mean true, which Go cannot read. */
const YES = /^\s*(true|yes|y|on|t|1|enabled?)\s*$/i;

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
    // Without a current report, "true" would take a machine out of traffic for good: the last condition stays.
    const isReporting = health !== null && (health.status === "True" || isReportCurrent(entry));
    const value = isReporting && YES.test(gate) ? "true" : null;
    const evidence = { gate, reported: health?.status ?? "", remedy: value ?? "remove" };
    return [
      {
        objects: [findingObject("WorkloadEntry", entry)],
        evidence,
        patch: markPatch("WorkloadEntry", entry, { marks: "annotations", key: HEALTH_GATE, value }),
      },
    ];
  },
};
