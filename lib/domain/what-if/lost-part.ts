import { parseLocality } from "@/lib/domain/localities/locality";

/** One part of a fleet that is supposed to go at once: a place, a network, or the machines that a filter chooses. "" = what says none. */
export type LostPart =
  | { readonly kind: "region"; readonly region: string }
  /** `zone` "" = the places of the region that have no zone. */
  | { readonly kind: "zone"; readonly region: string; readonly zone: string }
  | { readonly kind: "subzone"; readonly region: string; readonly zone: string; readonly subzone: string }
  | { readonly kind: "network"; readonly network: string }
  | { readonly kind: "set"; readonly query: string };

/** Where something stands: its locality as text, as Istio computes it, and its network; "" = it says none. */
export interface LostPartMember {
  readonly locality: string;
  readonly network: string;
}

/**
 * Does a part take what stands there? A set takes machines by a filter, never by their place. A fourth part of a locality plays no part
 * (docs/istio.md#locality).
 */
export function isInPart(part: LostPart, { locality, network }: LostPartMember): boolean {
  if (part.kind === "set") return false;
  if (part.kind === "network") return part.network === network;
  const { region, zone, subzone } = parseLocality(locality);
  if (part.region !== region) return false;
  // The region "" is what has no locality: `/z` has no region, but is a place.
  if (part.kind === "region") return region !== "" || (zone === "" && subzone === "");
  if (part.zone !== zone) return false;
  return part.kind === "zone" || part.subzone === subzone;
}

/** Does any of the parts take it? */
export function isLost(parts: readonly LostPart[], standing: LostPartMember): boolean {
  return parts.some((part) => isInPart(part, standing));
}

/**
 * Does a part take a place of which only the zone is known, as a Pod's own label may tell it? By the zone's name alone: null where that does not decide.
 */
export function isZoneLost(parts: readonly LostPart[], zone: string): boolean | null {
  const places = parts.filter(({ kind }) => kind !== "network" && kind !== "set");
  if (places.some((part) => part.kind === "zone" && part.zone === zone)) return true;
  return places.every(({ kind }) => kind === "zone") ? false : null;
}
