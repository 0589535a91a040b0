import type { FleetLine, FleetServing } from "@/lib/domain/statements/fleet";
import { type ServingHeadline, servingHeadline } from "./serving-headline";
import { formatNumber, oneOrMany, plural } from "./text/numbers";
import { be, type Tense, verb } from "./text/tense";
import { doubtPhrase } from "./trouble-phrase";

/** "910", "of 924", "expected machines serve; 2 more are in doubt." */
export function fleetHeadline(statement: FleetServing, tense: Tense): ServingHeadline {
  const headline = servingHeadline(statement, tense);
  const { unverified } = statement;
  if (unverified === 0) return headline;
  return { ...headline, rest: `${headline.rest.replace(/\.$/, "")}; ${formatNumber(unverified)} more ${be(unverified, tense)} in doubt.` };
}

/** A part of the fleet's second line. */
export function fleetLineText(part: FleetLine): string {
  switch (part.kind) {
    case "fleet-size":
      return `${plural(part.groups, "group")} in ${plural(part.namespaces, "namespace")}`;
    case "istiod-connections":
      return part.replicas === null
        ? `${plural(part.connections, "connection")}, held by istiod replicas that are not visible`
        : `${plural(part.replicas, "istiod replica")} ${verb(part.replicas, "hold")} ${plural(part.connections, "connection")}`;
    case "expected-sizes":
      return sizesPhrase(part);
    case "groups-without-expected":
      return withoutExpected(part);
    case "groups-in-trouble":
      return `${plural(part.count, "group")} in trouble`;
    case "groups-unverified":
      return `${plural(part.count, "group")} in doubt or reconnecting`;
    case "machines-unverified":
      return doubtPhrase(part.count);
    case "machines-reconnecting":
      return `${plural(part.count, "machine")} reconnecting`;
  }
}

function sizesPhrase({ declared, learned }: Extract<FleetLine, { readonly kind: "expected-sizes" }>): string {
  if (learned === 0) return oneOrMany(declared, "the expected size is declared", "expected sizes are declared");
  if (declared === 0) return oneOrMany(learned, "the expected size is learned", "expected sizes are learned");
  return `expected sizes: ${formatNumber(declared)} declared, ${formatNumber(learned)} learned`;
}

function withoutExpected({ count, groups, serving }: Extract<FleetLine, { readonly kind: "groups-without-expected" }>): string {
  const without = `${plural(count, "group")} without an expected size`;
  if (serving !== null) return `${without}, ${plural(serving, "machine")} serving in all`;
  return count === groups ? "no group has an expected size" : without;
}
