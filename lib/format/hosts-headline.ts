import type { ServicesLinePart, ServicesStatement } from "@/lib/domain/statements/services";
import type { Headline, LinePart } from "./headline";
import { shortHost } from "./host-words";
import { listOf } from "./text/lists";
import { formatNumber, oneOrMany, plural, pluralWord } from "./text/numbers";
import { capitalize } from "./text/sentence";
import { be, have, type Tense, verb } from "./text/tense";

/** The first line of a list of services; `of` is the paler part, `trouble` is what is wrong, part by part. */
export interface ServicesHeadline extends Headline {
  readonly of: string;
  readonly trouble: readonly LinePart[];
}

export function servicesHeadline(statement: ServicesStatement, tense: Tense): ServicesHeadline {
  return { ...completeText(statement, tense), trouble: troubleParts(statement, tense) };
}

function completeText({ count, total }: ServicesStatement, tense: Tense): Omit<ServicesHeadline, "trouble"> {
  const at = tense.past ? ` ${tense.at}` : "";
  if (total === 0) return { strong: "No host", of: "", rest: `${tense.past ? "selected" : "selects"} a machine${at}.` };
  const selects = `${oneOrMany(total, "it", "they")} ${verb(total, "select", tense)}`;
  return {
    strong: formatNumber(count),
    of: `of ${formatNumber(total)}`,
    rest: `${oneOrMany(total, "host")} ${have(total, tense)} every machine ${selects}${at}.`,
  };
}

function troubleParts({ withoutEndpoint, names, unselected }: ServicesStatement, tense: Tense): readonly LinePart[] {
  const lost = unselected ?? 0;
  const who = names.length > 0 ? listOf(names.map(shortHost)) : plural(withoutEndpoint, "host");
  const inNone = lost === 0 ? "" : `${pluralWord(lost, "machine")} ${be(lost, tense)} in no host`;
  if (withoutEndpoint === 0) return inNone === "" ? [] : [{ text: `${capitalize(inNone)}.`, tone: null }];
  return [
    { text: who, tone: "bad" },
    { text: ` ${have(withoutEndpoint, tense)} nobody left${inNone === "" ? "" : `, and ${inNone}`}.`, tone: null },
  ];
}

/** A part of the second line of a list of services. */
export function servicesLineText(part: ServicesLinePart, tense: Tense): string {
  switch (part.kind) {
    case "services-selecting":
      return selectingText(part, tense);
    case "machines-selected":
      return `${formatNumber(part.count)} of ${plural(part.total, "registered machine")} ${be(part.count, tense)} in a host`;
    case "services-without-machines":
      return `${plural(part.count, "host")} ${have(part.count, tense)} no machine`;
    case "services-in-conflict":
      return `${plural(part.count, "host")} ${be(part.count, tense)} claimed twice`;
    case "services-unverified":
      return `${plural(part.count, "host")} ${have(part.count, tense)} unverified machines`;
    case "services-pods-hidden":
      return `pods ${tense.past ? "were not known" : "are not visible"} for ${plural(part.count, "host")}`;
    case "services-slices-hidden":
      return `EndpointSlices ${tense.past ? "were not known" : "are not visible"} for ${plural(part.count, "host")}`;
    case "services-gateways-hidden":
      return `paths to other networks ${tense.past ? "were" : "are"} not known for ${plural(part.count, "host")}: gateways ${tense.past ? "were" : "are"} not visible`;
    case "services-for-sidecars":
      return "endpoints are counted for sidecars";
    case "machines-selectors-hidden":
      return `who ${tense.past ? "selected" : "selects"} ${plural(part.count, "machine")} is not visible`;
  }
}

function selectingText({ services, serviceEntries }: Extract<ServicesLinePart, { readonly kind: "services-selecting" }>, tense: Tense): string {
  const kinds = [services > 0 ? plural(services, "Service") : "", serviceEntries > 0 ? plural(serviceEntries, "ServiceEntry", "ServiceEntries") : ""];
  return `${listOf(kinds.filter((kind) => kind !== ""))} ${verb(services + serviceEntries, "select", tense)} machines`;
}
