import { SWEEP_GRACE_PERIODS } from "@/lib/domain/next-action";
import { sweepableAt } from "@/lib/domain/timing";
import { type AgesOfConnections, STRETCH_MS } from "./beginnings";

/** From when istiod sweeps the first of some entries, and when the last of them has gone. Milliseconds. */
export interface SweepTimes {
  readonly from: number;
  readonly to: number;
}

/**
 * When istiod sweeps entries whose connections nobody ended: at 1.5 × the maximum age after each began, at the next of the sweeps that it makes every ten
 * grace periods (facts 3.4). The newest connection began within STRETCH_MS of the time that is counted. Null = never, as no maximum age is set.
 */
export function sweepTimesOf(ages: AgesOfConnections, maxAgeMs: number | null, graceMs: number): SweepTimes | null {
  if (maxAgeMs === null) return null;
  return { from: sweepableAt(ages.oldest, maxAgeMs), to: sweepableAt(ages.newest + STRETCH_MS, maxAgeMs) + SWEEP_GRACE_PERIODS * graceMs };
}
