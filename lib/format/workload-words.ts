import { parseLocality, sentLocality } from "@/lib/domain/locality";
import { joinParts } from "@/lib/format/text/lists";

/** The zone of a locality, for a column of zones; "" = the locality has none. */
export function zoneOfLocality(locality: string): string {
  return parseLocality(locality).zone;
}

/** The shortest name of a place: its zone, else all of it; "" = none. */
export function shortLocality(locality: string): string {
  return zoneOfLocality(locality) || sentLocality(locality);
}

/** The label that counts from istiod 1.29 on (facts 5.1). */
const NEWER_LABEL = "topology.istio.io/locality";

/**
 * The parts that Istio reads of a locality, if they are not plain to see: "region us-east-1a, no zone". "" = they are. `from`: `spec.locality` or the key of the
 * label that it comes from.
 */
export function localityNote({ locality, from }: { readonly locality: string; readonly from: string }): string {
  if (locality === "") return "";
  const { region, zone, subzone, dropped } = parseLocality(locality);
  const isPlain = region !== "" && zone !== "" && dropped === "";
  const parts = [region === "" ? "no region" : `region ${region}`, zone === "" ? "no zone" : `zone ${zone}`, subzone === "" ? "" : `subzone ${subzone}`];
  const read = isPlain ? "" : `Istio reads ${joinParts(parts, ", ")}${dropped === "" ? "" : ` and drops ${dropped}`}.`;
  const source = from === "spec.locality" || from === "" ? "" : `From the label ${from}${from === NEWER_LABEL ? ", which istiod reads from 1.29 on" : ""}.`;
  return joinParts([read, source], " ");
}
/** The weight that Istio reads, if it differs from the written one; "" = it does not (facts 4.6). */
export function weightNote(weight: number | null): string {
  return weight === 0 ? "Istio reads 0 as 1." : "";
}
