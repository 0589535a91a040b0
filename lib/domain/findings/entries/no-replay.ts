import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isGateOn } from "@/lib/domain/health-gate";
import { isHeldConnection } from "@/lib/domain/verdict";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { firstReportMs, isReportCurrent } from "./shared-probe-times";

/** A report that follows a connection at once is given a minute at least. */
const LEAST_MS = 60_000;

/**
 * The machine connected anew and did not say again how it is: its agent repeats the last report once after every connection, so the one that stands
 * there is from before, and nobody has confirmed it (pkg/istio-agent/xds_proxy.go).
 */
export const noReplay: Rule<"entry"> = {
  code: "STL108",
  name: "no-replay",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  // A ghost is not connected, and only the Pods of istiod show it.
  refutedBy: () => ["istiod-pods", "workloadgroups"],
  noPatchBecause: "only the machine's agent can report again, at its next connection or when its health turns",
  detect: (entry, world) => {
    const due = dueAt(entry, world);
    if (due === null || world.now < due || !isHeldConnection(world.verdict(entry).connection.kind)) return [];
    const evidence = {
      status: entry.health?.status ?? "",
      lastProbeTime: entry.health?.lastProbeTime?.text ?? "",
      connectedAt: entry.connectedAt?.text ?? "",
      replica: entry.controller,
    };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
  due: (entry, world) => {
    const due = dueAt(entry, world);
    return due !== null && due > world.now ? due : null;
  },
};

/** When the report is late; null = it came, or nobody heeds it. */
function dueAt(entry: WorkloadEntry, world: FindingsWorld): number | null {
  const { connectedAt, health, gate } = entry;
  if (connectedAt?.ms == null || health?.lastProbeTime?.ms == null || !isGateOn(gate)) return null;
  if (isReportCurrent(entry)) return null;
  return connectedAt.ms + Math.max(LEAST_MS, firstReportMs(world.groupOf(entry)?.probe ?? null));
}
