import { parseLocality } from "@/lib/domain/locality";

/**
 * Where a machine or a Pod is, as Istio computes it: three parts, "" = not set. What stands behind the third part is not among them (docs/istio.md#locality).
 */
export interface Place {
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
}

/** The place of whoever says none. */
export const NO_LOCALITY: Place = { region: "", zone: "", subzone: "" };

/** The place that the text of a locality stands for: two texts that differ in the fourth part only are one place (docs/istio.md#locality). */
export function placeOf(locality: string): Place {
  const { region, zone, subzone } = parseLocality(locality);
  return { region, zone, subzone };
}

/** Does a locality have more than three parts? Istio drops what is behind them (docs/istio.md#locality). */
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

/** The zone that a place is in, a place of its own; null where none is said. Zones of one name in two regions are two (docs/istio.md#failover). */
export function zoneOf({ region, zone }: Place): Place | null {
  return zone === "" ? null : { region, zone, subzone: "" };
}
