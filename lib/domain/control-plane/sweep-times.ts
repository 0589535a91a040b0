import { SWEEP_GRACE_PERIODS } from "@/lib/domain/next-action";
import { sweepableAt } from "@/lib/domain/timing";
import { type AgesOfConnections, STRETCH_MS } from "./beginnings";

/** From when istiod sweeps the first of some entries, and when the last of them has gone. Milliseconds. */
export interface SweepTimes {
  readonly from: number;
  readonly to: number;
}

/**
 * Times at which istiod deletes entries whose connections never ended. It deletes each at 1.5 × the maximum age after the connection began, at its next
 * sweep. It sweeps every ten grace periods (docs/istio.md#sweep). Beginnings are counted to STRETCH_MS. Null = never, as no maximum age is set.
 */
export function sweepTimesOf(ages: AgesOfConnections, maxAgeMs: number | null, graceMs: number): SweepTimes | null {
  if (maxAgeMs === null) return null;
  return { from: sweepableAt(ages.oldest, maxAgeMs), to: sweepableAt(ages.newest + STRETCH_MS, maxAgeMs) + SWEEP_GRACE_PERIODS * graceMs };
}
