import { formatLocality } from "@/lib/domain/localities/locality";
import type { LostPart } from "@/lib/domain/what-if/lost-part";
import { listOf } from "@/lib/format/text/lists";

/** What is lost, as the subject of a sentence: "zone eu-central-1a of eu-central-1". */
export function partPhrase(part: LostPart): string {
  switch (part.kind) {
    case "region":
      return part.region === "" ? "everything without a locality" : `region ${part.region}`;
    case "zone":
      if (part.zone === "") return `region ${part.region} without zone`;
      return `zone ${part.zone}${part.region === "" ? "" : ` of ${part.region}`}`;
    case "subzone":
      return `subzone ${formatLocality(part)}`;
    case "network":
      return part.network === "" ? "everything without a network" : `network ${part.network}`;
    case "set":
      return `every machine that matches ${part.query}`;
  }
}

/** Several of them: "zone a of eu and network vpc-1". */
export function partsPhrase(parts: readonly LostPart[]): string {
  return listOf(parts.map(partPhrase));
}

/** One of them in as few words as tell it from others. */
export function partLabel(part: LostPart): string {
  switch (part.kind) {
    case "region":
      return part.region || "no locality";
    case "zone":
      return part.zone || `${part.region} without zone`;
    case "subzone":
      return formatLocality(part);
    case "network":
      return part.network === "" ? "no network" : `network ${part.network}`;
    case "set":
      return part.query;
  }
}

/** That a word of an address names nothing that can be lost. */
export function unreadPartSentence(text: string): string {
  return `${text}: write zone:REGION/ZONE, region:REGION, subzone:REGION/ZONE/SUBZONE, network:NAME or set:FILTER.`;
}
