import { acceptedLosses, type FleetLinePart, type FleetRegistered, type FleetServing, type fleetLine, groupsInTrouble } from "@/lib/domain/statements/fleet";
import { acceptedLossesPhrase } from "./accepted-loss-words";
import { type LinePart, lineParts } from "./headline";
import { inReachedText } from "./reached-clusters";
import { type ServingHeadline, servingHeadline } from "./serving-headline";
import { joinParts, listAndMore, listOf } from "./text/lists";
import { formatNumber, oneOrMany, plural } from "./text/numbers";
import { be, have, type Tense, verbOf } from "./text/tense";
import { doubtPhrase } from "./trouble-phrase";

/**
 * Returns the three parts of the fleet's headline: "910", "of 924", "machines are serving." If most machines are unverified, it counts those; without
 * istiod's Pods, registered machines. The total is always included.
 */
export function fleetHeadline(statement: FleetServing | FleetRegistered, tense: Tense): ServingHeadline {
  if (statement.kind === "fleet-registered") return registeredHeadline(statement, tense);
  const { unverified, total } = statement;
  if (unverified * 2 <= total) return servingHeadline({ ...statement, basis: "expected" }, tense);
  const isAll = unverified === total && total > 1;
  const rest = `${oneOrMany(total, "machine", "machines")} ${verbOf(tense, `${be(total)} unverified`, `${be(total, tense)} unverified`)}.`;
  return isAll ? { strong: `All ${formatNumber(total)}`, of: "", rest } : { strong: formatNumber(unverified), of: `of ${formatNumber(total)}`, rest };
}

function registeredHeadline({ registered }: FleetRegistered, tense: Tense): ServingHeadline {
  const are = verbOf(tense, `${be(registered)} registered`, `${be(registered, tense)} registered`);
  return { strong: formatNumber(registered), of: "", rest: `${oneOrMany(registered, "machine", "machines")} ${are}.` };
}

/** Returns the text of one part of the line below the fleet's headline. */
export function fleetLineText(part: FleetLinePart): string {
  switch (part.kind) {
    case "fleet-size":
      return `${plural(part.groups, "group")} in ${plural(part.namespaces, "namespace")}`;
    case "istiod-connections":
      return part.replicas === null ? "istiod replicas not visible" : istiodText(part);
    case "expected-sizes":
      return sizesPhrase(part);
    case "groups-without-expected":
      return withoutExpected(part);
    case "groups-in-trouble":
      return inTroublePhrase(part);
    case "accepted-losses":
      return acceptedLossesPhrase(part.count);
    case "groups-arriving":
      return `${plural(part.count, "group")} arriving`;
    case "machines-unverified":
      return doubtPhrase(part.count);
    case "machines-reconnecting":
      return `${plural(part.count, "machine")} reconnecting`;
  }
}

/** "istiod 1.30.1, 3 of 3 ready". During a rollout to another version, the text has both versions. */
function istiodText({ pods = 0, ready = 0, notKnown = 0, versions = [] }: Extract<FleetLinePart, { readonly kind: "istiod-connections" }>): string {
  const name = joinParts(["istiod", listAndMore(versions.slice(-2), Math.max(0, versions.length - 2))], " ");
  if (pods === 0) return "no istiod replica";
  return `${name}, ${formatNumber(ready)} of ${formatNumber(pods)} ready${notKnown > 0 ? `, ${formatNumber(notKnown)} not known` : ""}`;
}

/** "4 groups and the machines of no group in 1 namespace in trouble": the number of rows. */
function inTroublePhrase({ count, places }: Extract<FleetLinePart, { readonly kind: "groups-in-trouble" }>): string {
  const outside = places === 0 ? "" : `machines of no group in ${plural(places, "namespace")}`;
  return `${listOf([count > 0 ? plural(count, "group") : "", outside].filter((part) => part !== ""))} in trouble`;
}

function sizesPhrase({ declared, learned }: Extract<FleetLinePart, { readonly kind: "expected-sizes" }>): string {
  if (learned === 0) return oneOrMany(declared, "the expected size is declared", "expected sizes are declared");
  if (declared === 0) return oneOrMany(learned, "the expected size is learned", "expected sizes are learned");
  return `expected sizes: ${formatNumber(declared)} declared, ${formatNumber(learned)} learned`;
}

function withoutExpected({ count, groups }: Extract<FleetLinePart, { readonly kind: "groups-without-expected" }>): string {
  return count === groups ? "no group has an expected size" : `${plural(count, "group")} without an expected size`;
}

/** Returns the sources of expected sizes in short: "18 declared, 7 learned, 2 none". */
export function expectedSizeSourcesText({ groups, groupsWithoutExpected: none, groupsLearned: learned }: Parameters<typeof fleetLine>[0]): string {
  const parts = [
    { count: groups - none - learned, word: "declared" },
    { count: learned, word: "learned" },
    { count: none, word: "none" },
  ];
  return parts.flatMap(({ count, word }) => (count > 0 ? [`${formatNumber(count)} ${word}`] : [])).join(", ");
}

/** Returns the line below the headline of On call: the number of its rows, and the accepted losses, which reduce the total. */
export function onCallLine(head: Parameters<typeof groupsInTrouble>[0] & Parameters<typeof acceptedLosses>[0]): readonly LinePart[] {
  return lineParts([...groupsInTrouble(head), ...acceptedLosses(head)], fleetLineText);
}

/** Returns "38 of 42 groups have no trouble." */
export function untroubledSentence({ groups, groupsUntroubled }: { readonly groups: number; readonly groupsUntroubled: number }, tense: Tense): string {
  return `${formatNumber(groupsUntroubled)} of ${plural(groups, "group")} ${have(groupsUntroubled, tense)} no trouble${tense.past ? ` ${tense.at}` : ""}.`;
}

/** Returns the heading of groups in trouble that no open incident contains. `hasIncidents`: there is an open incident. */
export function groupsWithoutIncidentTitle(hasIncidents: boolean): string {
  return hasIncidents ? "Other groups in trouble" : "Groups in trouble";
}

/**
 * Returns the sentence of a list without a group in trouble. `hasIncidents`: groups may be in open incidents. `reached`: the clusters that it counts,
 * if not all.
 */
export function noGroupInTroubleText(tense: Tense, hasIncidents: boolean, reached: readonly string[]): string {
  return `${hasIncidents ? "No other group" : "None"} ${be(1, tense)} in trouble${inReachedText(reached)}${tense.past ? ` ${tense.at}` : ""}.`;
}

/** Returns the sentence of that list while all its groups failed seconds ago. Most become part of an incident. */
export function unsettledGroupsText(groups: number): string {
  return `${plural(groups, "group")} ${have(groups)} new trouble.`;
}
