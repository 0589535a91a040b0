import type { FleetLine, FleetServing } from "@/lib/domain/statements/fleet";
import type { OnCallTrouble } from "@/lib/domain/statements/on-call";
import type { Zone } from "./clock";
import { fleetHeadline, fleetLineText } from "./fleet-sentence";
import { type Headline, type LinePart, lineParts } from "./headline";
import { paceWord } from "./pace-words";
import { inReached } from "./reached-clusters";
import { formatNumber, plural } from "./text/numbers";
import { be, type Tense, type TextContext } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** "4 groups are in trouble. The worst began at 03:12:24, suddenly." */
export function onCallSentence(statement: OnCallTrouble, { tense, now, zone }: TextContext): Headline {
  const { count, groups } = statement;
  const asOf = tense.past ? ` ${tense.at}` : "";
  if (count === 0) return { strong: "No group", rest: `of ${formatNumber(groups)} ${be(1, tense)} in trouble${asOf}.` };
  const rest = [`${be(count, tense)} in trouble${asOf}.`, sinceSentence(statement, now, zone)].filter((part) => part !== "").join(" ");
  return { strong: plural(count, "group"), rest };
}

function sinceSentence({ worst, since, sinceAtLeast, isBeginning, pace }: OnCallTrouble, now: number, zone: Zone): string {
  if (since === null) return "";
  const verb = `${worst === "only" ? "It" : "The worst"} ${isBeginning ? "began" : "last got worse"}`;
  return `${verb} at ${formatMoment(since, now, zone)}${sinceAtLeast ? " or before" : ""}${pace === null ? "" : `, ${paceWord({ kind: pace })}`}.`;
}

/** The second line: the serving machines (`reached`: of these clusters only), and the groups that are only unverified or reconnecting. */
export function onCallLine(serving: FleetServing, unverified: readonly FleetLine[], tense: Tense, reached: readonly string[] = []): readonly LinePart[] {
  const { strong, of, rest } = inReached(fleetHeadline(serving, tense), reached);
  const text = [strong, of, rest.replace(/\.$/, "")].filter((part) => part !== "").join(" ");
  return [{ text, tone: null, statement: serving }, ...lineParts(unverified, fleetLineText)];
}

/** "38 of 42 groups are in no trouble." */
export function untroubledSentence({ groups, groupsUntroubled }: { readonly groups: number; readonly groupsUntroubled: number }, tense: Tense): string {
  return `${formatNumber(groupsUntroubled)} of ${plural(groups, "group")} ${be(groupsUntroubled, tense)} in no trouble${tense.past ? ` ${tense.at}` : ""}.`;
}
