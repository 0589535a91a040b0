import type { LocalitiesCounts, SingleZoneCounts } from "@/lib/domain/statements/localities";
import type { LinePart } from "@/lib/format/headline";
import { listOf } from "@/lib/format/text/lists";
import { formatPercent, plural, pluralWord } from "@/lib/format/text/numbers";
import { capitalize } from "@/lib/format/text/sentence";
import { be, type Tense, verb } from "@/lib/format/text/tense";
import { oddWords, whoIsThere, zoneName } from "./place-words";

/** The sentence of the map: `strong`, what it carries, and who is in one zone only. */
export interface PlacesHeadline {
  readonly strong: string;
  readonly rest: string;
  readonly more: string;
}

/** Who carries most of the weight, and how many groups and hosts are in one zone only. */
export function placesHeadline(places: LocalitiesCounts, single: SingleZoneCounts | null, tense: Tense): PlacesHeadline {
  return { ...weightSentence(places, tense), more: single === null ? "" : singleSentence(single, tense) };
}

function weightSentence({ concentration, machines }: LocalitiesCounts, tense: Tense): Pick<PlacesHeadline, "strong" | "rest"> {
  const at = tense.past ? ` ${tense.at}` : "";
  if (concentration === null) {
    const rest = machines === 0 ? (tense.past ? "was known" : "is in sight") : tense.past ? "that says its zone was healthy" : "that says its zone is healthy";
    return { strong: "No machine", rest: `${rest}${at}.` };
  }
  const { kind, share, zones } = concentration;
  const carries = tense.past ? "carried" : "carries";
  const name = zoneName(concentration);
  if (kind === "spread")
    return { strong: plural(zones, "zone"), rest: `${tense.past ? "shared" : "share"} the weight${at}: ${name} ${carries} most, ${formatPercent(share)}.` };
  const much = share === 1 ? "all the weight" : `${formatPercent(share)} of the weight`;
  return { strong: name, rest: `${carries} ${much}${at}.` };
}

function singleSentence({ groups, hosts }: SingleZoneCounts, tense: Tense): string {
  const parts = [groups > 0 ? pluralWord(groups, "group") : "", hosts > 0 ? pluralWord(hosts, "host") : ""];
  const who = listOf(parts.filter((part) => part !== ""));
  if (who === "") return "";
  return `${capitalize(who)} ${be(groups + hosts, tense)} in one zone only.`;
}

/** The second line: who is where, from when on a zone carries much, who says no zone, and what cannot be seen. */
export function placesLine(places: LocalitiesCounts, tense: Tense): readonly LinePart[] {
  const { regions, zones, withoutZone, odd, podsUnseen, placesUnseen } = places;
  const where = [regions > 0 ? plural(regions, "region") : "", zones > 0 ? plural(zones, "zone") : ""].filter((part) => part !== "");
  const said = verb(withoutZone, "say", tense, "said");
  const are = tense.past ? "were" : "are";
  const parts: readonly LinePart[] = [
    { text: `${whoIsThere(places)}${where.length === 0 ? "" : ` in ${listOf(where)}`}`, tone: null },
    { text: thresholdWords(places), tone: null },
    { text: withoutZone === 0 ? "" : `${plural(withoutZone, "machine")} ${said} no zone`, tone: "warn" },
    { text: odd === 0 ? "" : oddWords(odd), tone: "warn" },
    { text: podsUnseen === 0 ? "" : `pods ${tense.past ? "were not known" : "are not visible"} for ${plural(podsUnseen, "host")}`, tone: "blind" },
    { text: placesUnseen === 0 ? "" : `where ${plural(placesUnseen, "pod")} ${placesUnseen === 1 && !tense.past ? "is" : are} is not visible`, tone: "blind" },
  ];
  return parts.filter(({ text }) => text !== "");
}

/** The threshold stands beside what is measured by it. */
function thresholdWords({ concentration }: LocalitiesCounts): string {
  if (concentration === null || concentration.kind === "single") return "";
  return `much for one zone of ${concentration.zones} is ${formatPercent(concentration.threshold)}`;
}
