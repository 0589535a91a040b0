import { compareText } from "@/lib/domain/compare-text";
import type { Place } from "./place";

/** A zone is said to carry much from this share of the weight on, */
const FROM_SHARE = 0.3;
/** and only where it carries so many times an even share: of three zones that carry a third each, none is. */
const TIMES_EVEN = 1.25;

/** What a zone carries. */
export interface ZoneWeight {
  readonly zone: Place;
  readonly weight: number;
}

/** How the weight lies in zones. `single`: there is but one; `concentrated`: one carries more than the threshold; `spread`: none does. */
export interface Concentration {
  readonly kind: "single" | "concentrated" | "spread";
  /** The zone that carries most, of equal ones the first by name. */
  readonly zone: Place;
  /** Its share of all the weight, that of no zone included: 0 to 1. */
  readonly share: number;
  /** The share from which a zone is said to carry much. */
  readonly threshold: number;
  readonly zones: number;
}

/** From which share on one of so many zones is said to carry much. */
export function concentratedFrom(zones: number): number {
  return Math.min(1, Math.max(FROM_SHARE, TIMES_EVEN / Math.max(1, zones)));
}

/** Tells whether the weight lies in one zone; null where no zone has any. `total`: all the weight, also what says no zone. */
export function concentrationOf(weights: readonly ZoneWeight[], total: number): Concentration | null {
  const carrying = weights.filter(({ weight }) => weight > 0);
  const [most] = [...carrying].sort((a, b) => b.weight - a.weight || compareZones(a.zone, b.zone));
  if (most === undefined) return null;
  const zones = carrying.length;
  const threshold = concentratedFrom(zones);
  const share = most.weight / Math.max(total, most.weight);
  const kind = zones === 1 ? "single" : share >= threshold ? "concentrated" : "spread";
  return { kind, zone: most.zone, share, threshold, zones };
}

function compareZones(a: Place, b: Place): number {
  return compareText(`${a.region}/${a.zone}`, `${b.region}/${b.zone}`);
}
