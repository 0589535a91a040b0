import { localitySentByIstiod, parseLocality } from "@/lib/domain/localities/locality";
import { joinParts } from "@/lib/format/text/lists";

/** The zone of a locality, for a column of zones; "" = the locality has none. */
export function zoneOfLocality(locality: string): string {
  return parseLocality(locality).zone;
}

/** The shortest name of a place: its zone, else all of it; "" = none. */
export function shortLocality(locality: string): string {
  return zoneOfLocality(locality) || localitySentByIstiod(locality);
}

/** Replicas of one version differ only in the end of their names. An end of fewer characters is not told apart at a glance. */
const SHORTEST_END = 5;

/** Returns the end of the name of an istiod replica: "…x8f2p"; the whole name if it has no shorter end of at least five characters. */
export function replicaNameEnd(name: string): string {
  const parts = name.split("-");
  for (let count = 1; count < parts.length; count++) {
    const end = parts.slice(-count).join("-");
    if (end.length >= SHORTEST_END) return `…${end}`;
  }
  return name;
}

/** The label that counts from istiod 1.29 on (docs/istio.md#locality). */
const NEWER_LABEL = "topology.istio.io/locality";

interface ReadLocality {
  readonly locality: string;
  /** `spec.locality`, or the key of the label that the locality comes from. */
  readonly from: string;
  /** The locality that other versions of istiod read; null = all read the same. `isKnown`: the running version is known for sure. */
  readonly byVersion?: { readonly other: string; readonly isKnown: boolean } | null;
}

/** The parts that Istio reads of a locality, if they are not plain to see: "region us-east-1a, no zone", and the versions of istiod that read it. "" = plain. */
export function localityNote({ locality, from, byVersion = null }: ReadLocality): string {
  return joinParts([partsNote(locality), sourceNote(from, byVersion)], " ");
}

function partsNote(locality: string): string {
  if (locality === "") return "";
  const { region, zone, subzone, dropped } = parseLocality(locality);
  if (region !== "" && zone !== "" && dropped === "") return "";
  const parts = [region === "" ? "no region" : `region ${region}`, zone === "" ? "no zone" : `zone ${zone}`, subzone === "" ? "" : `subzone ${subzone}`];
  return `Istio reads ${joinParts(parts, ", ")}${dropped === "" ? "" : ` and drops ${dropped}`}.`;
}

function sourceNote(from: string, byVersion: ReadLocality["byVersion"]): string {
  const isNewer = from === NEWER_LABEL;
  const source = from === "spec.locality" || from === "" ? "" : `From the label ${from}${isNewer ? ", which istiod reads from 1.29 on" : ""}.`;
  if (byVersion == null) return source;
  const others = byVersion.other === "" ? "no locality" : byVersion.other;
  const newer = isNewer ? "" : `From 1.29 on, istiod reads ${others} from the label ${NEWER_LABEL}.`;
  const doubt = byVersion.isKnown ? "" : `The version of istiod is not known for sure.${isNewer ? ` Earlier ones read ${others}.` : ""}`;
  return joinParts([source, newer, doubt], " ");
}

/** The weight that Istio reads, if it differs from the written one; "" = it does not (docs/istio.md#weight). */
export function weightNote(weight: number | null): string {
  return weight === 0 ? "Istio reads 0 as 1." : "";
}
