import { compareText } from "@/lib/domain/object/compare-text";
import { type LocalityParts, localityKey, zoneOfLocality } from "./locality-tree";

/**
 * The number of zones of the members of a group or a service: none, one or several. `untold`: the zone of some members is not known, so that there
 * may be more zones.
 */
export type ZoneSpread =
  | { readonly kind: "nobody" }
  | { readonly kind: "one"; readonly zone: LocalityParts }
  | { readonly kind: "several"; readonly zones: number }
  | { readonly kind: "untold"; readonly zones: number };

/** A number of members at one locality. Null = the locality is not visible. */
export interface MemberCountAt {
  readonly place: LocalityParts | null;
  readonly count: number;
}

/** Returns the zone spread. Members in one zone only are lost together with it (docs/istio.md#failover). */
export function zoneSpread(members: Iterable<MemberCountAt>): ZoneSpread {
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

/** The smallest share of the weight for a concentrated zone, */
const FROM_SHARE = 0.3;
/** and the smallest multiple of an even share for it: three zones with a third each are not concentrated. */
const TIMES_EVEN = 1.25;

/** The weight of a zone. */
export interface ZoneWeight {
  readonly zone: LocalityParts;
  readonly weight: number;
}

/**
 * The distribution of weight over zones. `single`: there is one zone. `concentrated`: one of several zones reaches the threshold. `spread`: none
 * does.
 */
export interface Concentration {
  readonly kind: "single" | "concentrated" | "spread";
  /** The zone with the largest weight; of equal zones the first by name. */
  readonly zone: LocalityParts;
  /** The zone's share of all weight, including weight without a zone: 0 to 1. */
  readonly share: number;
  /** The share from which a zone is concentrated. */
  readonly threshold: number;
  readonly zones: number;
}

/** Returns the share from which a zone is concentrated, for this number of zones. */
export function concentrationThreshold(zones: number): number {
  return Math.min(1, Math.max(FROM_SHARE, TIMES_EVEN / Math.max(1, zones)));
}

/** Returns the concentration of weight. Null = no zone has any weight. `total`: all weight, including weight without a zone. */
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
