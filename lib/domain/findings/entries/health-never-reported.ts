import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isGateOn } from "@/lib/domain/health-gate";
import { labelOf } from "@/lib/domain/label-set";
import { managementOf } from "@/lib/domain/management";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { HEALTH_GATE } from "./shared-marks";
import { firstReportMs } from "./shared-probe-times";

/** How long an entry that somebody wrote may wait for its machine. */
const HAND_WRITTEN_MS = 10 * 60_000;

/**
 * The health gate is on and nobody ever reported: istiod sends the machine to nobody (pilot/pkg/serviceregistry/serviceentry/conversion.go,
 * isHealthy). A machine with a probe reports soon after it connects, also that its application fails (pkg/istio-agent/health/health_check.go).
 */
export const healthNeverReported: Rule<"entry"> = {
  code: "STL107",
  name: "health-never-reported",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries"],
  noPatchBecause: "only the machine can report: its agent needs a bundle with the probe, and without the gate nobody would check it",
  detect: (entry, world) => {
    const due = dueAt(entry, world);
    if (due === null || world.now < due) return [];
    const evidence = { management: managementOf(entry), gatedByGroup: isGatedByGroup(entry, world) };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
  due: (entry, world) => {
    const due = dueAt(entry, world);
    return due !== null && due > world.now ? due : null;
  },
};

/** When the first report is late; null = it is there, or nobody waits for it. */
function dueAt(entry: WorkloadEntry, world: FindingsWorld): number | null {
  if (!isGateOn(entry.gate) || entry.health !== null) return null;
  const { createdAt, connectedAt } = entry;
  switch (managementOf(entry)) {
    case "unmanaged":
      return createdAt === null ? null : createdAt + HAND_WRITTEN_MS;
    // istiod makes such an entry as its machine connects.
    case "auto":
      return createdAt === null ? null : createdAt + firstReportMs(world.groupOf(entry)?.probe ?? null);
    // After a disconnection istiod takes the condition away.
    case "claimed":
      return connectedAt?.ms == null ? null : connectedAt.ms + firstReportMs(null);
  }
}

/** Does the group itself put the gate on its entries, whether or not their machines have a probe? */
function isGatedByGroup(entry: WorkloadEntry, world: FindingsWorld): boolean {
  const group = entry.registrationGroup === "" ? null : world.groupOf(entry);
  return group !== null && isGateOn(labelOf(group.entryAnnotations, HEALTH_GATE) ?? null);
}
