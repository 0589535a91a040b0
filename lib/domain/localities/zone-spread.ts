import { compareText } from "@/lib/domain/object/compare-text";
import { type LocalityParts, localityKey, zoneOfLocality } from "./locality-tree";

/** In how many zones the members of a group or a host are. `untold`: some say no zone, and so it may be one or two. */
export type ZoneSpread =
  | { readonly kind: "nobody" }
  | { readonly kind: "one"; readonly zone: LocalityParts }
  | { readonly kind: "several"; readonly zones: number }
  | { readonly kind: "untold"; readonly zones: number };

/** Members at a place; null = it is not visible where they are. */
export interface MembersAt {
  readonly place: LocalityParts | null;
  readonly count: number;
}

/** Who is in one zone only goes with it (docs/istio.md#failover). */
export function zoneSpread(members: Iterable<MembersAt>): ZoneSpread {
  const zones = new Map<string, LocalityParts>();
  let isUntold = false;
  for (const { place, count } of members) {
    if (count <= 0) continue;
    const zone = place && zoneOfLocality(place);
    if (zone === null) isUntold = true;
    else zones.set(localityKey(zone), zone);
  }
  const [first] = zones.values();
  if (zones.size > 1) return { kind: "several", zones: zones.size };
  if (isUntold) return { kind: "untold", zones: zones.size };
  return first === undefined ? { kind: "nobody" } : { kind: "one", zone: first };
}

/** A zone is said to carry much from this share of the weight on, */
const FROM_SHARE = 0.3;
/** and only where it carries so many times an even share: of three zones that carry a third each, none is. */
const TIMES_EVEN = 1.25;

/** What a zone carries. */
export interface ZoneWeight {
  readonly zone: LocalityParts;
  readonly weight: number;
}

/** How the weight lies in zones. `single`: there is but one; `concentrated`: one carries more than the threshold; `spread`: none does. */
export interface Concentration {
  readonly kind: "single" | "concentrated" | "spread";
  /** The zone that carries most, of equal ones the first by name. */
  readonly zone: LocalityParts;
  /** Its share of all the weight, that of no zone included: 0 to 1. */
  readonly share: number;
  /** The share from which a zone is said to carry much. */
  readonly threshold: number;
  readonly zones: number;
}

/** From which share on one of so many zones is said to carry much. */
export function concentrationThreshold(zones: number): number {
  return Math.min(1, Math.max(FROM_SHARE, TIMES_EVEN / Math.max(1, zones)));
}

/** Tells whether the weight lies in one zone; null where no zone has any. `total`: all the weight, also what says no zone. */
export function concentrationOf(weights: readonly ZoneWeight[], total: number): Concentration | null {
  const carrying = weights.filter(({ weight }) => weight > 0);
  const [most] = [...carrying].sort((a, b) => b.weight - a.weight || compareZones(a.zone, b.zone));
  if (most === undefined) return null;
  const zones = carrying.length;
  const threshold = concentrationThreshold(zones);
  const share = most.weight / Math.max(total, most.weight);
  const kind = zones === 1 ? "single" : share >= threshold ? "concentrated" : "spread";
  return { kind, zone: most.zone, share, threshold, zones };
}

function compareZones(a: LocalityParts, b: LocalityParts): number {
  return compareText(`${a.region}/${a.zone}`, `${b.region}/${b.zone}`);
}
