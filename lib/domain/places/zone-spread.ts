import { type Place, placeKey, zoneOf } from "./place";

/** In how many zones the members of a group or a host are. `untold`: some say no zone, and so it may be one or two. */
export type ZoneSpread =
  | { readonly kind: "nobody" }
  | { readonly kind: "one"; readonly zone: Place }
  | { readonly kind: "several"; readonly zones: number }
  | { readonly kind: "untold"; readonly zones: number };

/** Members at a place; null = it is not visible where they are. */
export interface MembersAt {
  readonly place: Place | null;
  readonly count: number;
}

/** Who is in one zone only goes with it (docs/istio.md#failover). */
export function zoneSpread(members: Iterable<MembersAt>): ZoneSpread {
  const zones = new Map<string, Place>();
  let isUntold = false;
  for (const { place, count } of members) {
    if (count <= 0) continue;
    const zone = place && zoneOf(place);
    if (zone === null) isUntold = true;
    else zones.set(placeKey(zone), zone);
  }
  const [first] = zones.values();
  if (zones.size > 1) return { kind: "several", zones: zones.size };
  if (isUntold) return { kind: "untold", zones: zones.size };
  return first === undefined ? { kind: "nobody" } : { kind: "one", zone: first };
}
