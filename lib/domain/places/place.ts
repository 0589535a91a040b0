import { parseLocality } from "@/lib/domain/locality";

/** Where a machine or a Pod is, as Istio computes it: three parts, "" = not set. What stands behind the third part is not among them (facts 5.1). */
export interface Place {
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
}

/** The place of whoever says none. */
export const NO_LOCALITY: Place = { region: "", zone: "", subzone: "" };

/** The place that the text of a locality stands for: two texts that differ in the fourth part only are one place (facts 5.1). */
export function placeOf(locality: string): Place {
  const { region, zone, subzone } = parseLocality(locality);
  return { region, zone, subzone };
}

/** Does a locality have more than three parts? Istio drops what is behind them (facts 5.1). */
export function isOdd(locality: string): boolean {
  return parseLocality(locality).dropped !== "";
}

/** Equal places have equal keys: all three parts, with slashes, which no part can have. */
export function placeKey({ region, zone, subzone }: Place): string {
  return `${region}/${zone}/${subzone}`;
}

/** Has nobody said where this is? */
export function isNowhere({ region, zone, subzone }: Place): boolean {
  return region === "" && zone === "" && subzone === "";
}

/** The zone that a place is in, a place of its own; null where none is said. Zones of one name in two regions are two (facts 5.3). */
export function zoneOf({ region, zone }: Place): Place | null {
  return zone === "" ? null : { region, zone, subzone: "" };
}

/** A part of the map that can be picked: all of a region, of a zone, or of a subzone. */
export type PlaceArea =
  | { readonly level: "region"; readonly region: string }
  | { readonly level: "zone"; readonly region: string; readonly zone: string }
  | ({ readonly level: "subzone" } & Place);

/** Is a place within an area? Parts are compared as they are: an empty one equals an empty one only (facts 5.3). */
export function isWithin(place: Place, area: PlaceArea): boolean {
  if (place.region !== area.region || isNowhere(place)) return false;
  if (area.level === "region") return true;
  return place.zone === area.zone && (area.level === "zone" || place.subzone === area.subzone);
}

/** An area as an address spells it: `zone:REGION/ZONE`. */
export function formatArea(area: PlaceArea): string {
  if (area.level === "region") return `region:${area.region}`;
  return area.level === "zone" ? `zone:${area.region}/${area.zone}` : `subzone:${placeKey(area)}`;
}

/** Reads an area; null where the text is none. */
export function parseArea(text: string): PlaceArea | null {
  const [level, ...rest] = text.split(":");
  const [region = "", zone, subzone, ...more] = rest.join(":").split("/");
  if (more.length > 0) return null;
  if (level === "region" && zone === undefined && region !== "") return { level, region };
  if (level === "zone" && zone !== undefined && subzone === undefined && zone !== "") return { level, region, zone };
  if (level === "subzone" && zone !== undefined && subzone) return { level, region, zone, subzone };
  return null;
}
