import { parseLocality } from "@/lib/domain/localities/locality";

/** A part of a fleet that is lost in a simulation: a locality, a network, or the machines of a filter. "" = not set. */
export type LostPart =
  | { readonly kind: "region"; readonly region: string }
  /** `zone`: "" = the localities of the region without a zone. */
  | { readonly kind: "zone"; readonly region: string; readonly zone: string }
  | { readonly kind: "subzone"; readonly region: string; readonly zone: string; readonly subzone: string }
  | { readonly kind: "network"; readonly network: string }
  | { readonly kind: "set"; readonly query: string };

/** The locality of a machine or Pod as Istio computes it, and its network; "" = not set. */
export interface LostPartMember {
  readonly locality: string;
  readonly network: string;
}

/**
 * Returns true if a part includes machines with this locality and network. A set includes machines by a filter, never by locality. A fourth part of a
 * locality has no effect (docs/istio.md#locality).
 */
export function isInOneLostPart(part: LostPart, { locality, network }: LostPartMember): boolean {
  if (part.kind === "set") return false;
  if (part.kind === "network") return part.network === network;
  const { region, zone, subzone } = parseLocality(locality);
  if (part.region !== region) return false;
  // The region "" means machines without a locality. `/z` has no region, but it is a locality.
  if (part.kind === "region") return region !== "" || (zone === "" && subzone === "");
  if (part.zone !== zone) return false;
  return part.kind === "zone" || part.subzone === subzone;
}

/** Returns true if one of the parts includes machines with this locality and network. */
export function isInLostParts(parts: readonly LostPart[], standing: LostPartMember): boolean {
  return parts.some((part) => isInOneLostPart(part, standing));
}

/** Returns true if a part includes a zone whose region is not known, for example from a Pod's label. Null = the name of the zone is not enough. */
export function isZoneInLostParts(parts: readonly LostPart[], zone: string): boolean | null {
  const places = parts.filter(({ kind }) => kind !== "network" && kind !== "set");
  if (places.some((part) => part.kind === "zone" && part.zone === zone)) return true;
  return places.every(({ kind }) => kind === "zone") ? false : null;
}
