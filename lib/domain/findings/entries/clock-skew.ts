import { type Detected, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { FUTURE_TOLERANCE_MS } from "@/lib/domain/timing";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";

/** The API server writes whole seconds, and istiod's write takes a moment. */
const WRITE_TOLERANCE_MS = 2_000;

/**
 * istiod's clock runs ahead: it writes `connectedAt` by its own, so that the mark lies in the future, or after the moment at which the API server
 * took the write. A mark that lies too far ahead is swept (pilot/pkg/autoregistration/controller.go, shouldCleanupEntry).
 */
export const clockSkew: Rule<"entry"> = {
  code: "STL101",
  name: "clock-skew",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  noPatchBecause: "clocks are set on the Nodes, and istiod writes a new mark after the marked time",
  detect: (entry, world) => {
    const connectedAt = entry.connectedAt?.ms ?? null;
    if (connectedAt === null) return [];
    const written = entry.lastWriter?.time ?? null;
    if (written !== null && connectedAt > written + WRITE_TOLERANCE_MS) return [found(entry, Math.round((connectedAt - written) / 1000))];
    return connectedAt > world.now + FUTURE_TOLERANCE_MS ? [found(entry, null)] : [];
  },
  due: (entry, world) => {
    const ends = (entry.connectedAt?.ms ?? 0) - FUTURE_TOLERANCE_MS;
    return ends > world.now ? ends : null;
  },
};

/** `aheadSeconds`: of the write; null = of now, which moves on, so that no number would hold. */
function found(entry: WorkloadEntry, aheadSeconds: number | null): Detected {
  const evidence = { connectedAt: entry.connectedAt?.text ?? "", replica: entry.controller };
  return { objects: [findingObject("WorkloadEntry", entry)], evidence: aheadSeconds === null ? evidence : { ...evidence, aheadSeconds } };
}
