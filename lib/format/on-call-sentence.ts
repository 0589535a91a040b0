import type { Pace } from "@/lib/domain/pace";
import type { Zone } from "./clock";
import { type FleetInput, fleetSentence } from "./fleet-sentence";
import type { Headline, LinePart } from "./headline";
import { paceWord } from "./pace-words";
import { formatNumber, plural } from "./text/numbers";
import { be, type Tense } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** What the sentence of the on-call page needs. Milliseconds. */
export interface OnCallInput {
  readonly groups: number;
  readonly groupsInTrouble: number;
  /** Of these, those whose machines reconnect, or of which nobody can vouch for them, and no more. */
  readonly groupsInDoubt: number;
  /** When machines of the worst group ceased to serve last; null = not known. */
  readonly since: number | null;
  /** It was then or earlier: nobody saw it happen. */
  readonly atLeast: boolean;
  /** All of its machines that do not serve ceased to then: it is the beginning. */
  readonly isBeginning: boolean;
  /** How fast its machines ceased to serve; null = not known, or not of several. */
  readonly pace: Pick<Pace, "kind"> | null;
}

/** "4 groups are in trouble. The worst began at 03:12:24, suddenly." What is only in doubt is not counted. `now` in milliseconds. */
export function onCallSentence(input: OnCallInput, tense: Tense, now: number, zone: Zone): Headline {
  const troubled = input.groupsInTrouble - input.groupsInDoubt;
  const asOf = tense.past ? ` ${tense.at}` : "";
  if (troubled === 0) return { strong: "No group", rest: `of ${formatNumber(input.groups)} ${be(1, tense)} in trouble${asOf}.` };
  const rest = [`${be(troubled, tense)} in trouble${asOf}.`, sinceSentence(input, now, zone)].filter((part) => part !== "").join(" ");
  return { strong: plural(troubled, "group"), rest };
}

function sinceSentence({ groupsInTrouble, since, atLeast, isBeginning, pace }: OnCallInput, now: number, zone: Zone): string {
  if (since === null) return "";
  return `${groupsInTrouble === 1 ? "It" : "The worst"} ${isBeginning ? "began" : "last got worse"} at ${formatMoment(since, now, zone)}${atLeast ? " or before" : ""}${pace === null ? "" : `, ${paceWord(pace)}`}.`;
}

/** The second line: how many serve, and the groups that may be well. */
export function onCallLine(fleet: FleetInput, tense: Tense): readonly LinePart[] {
  const { strong, rest } = fleetSentence(fleet, null, tense).headline;
  const { groupsInDoubt } = fleet;
  return [
    { text: `${strong} ${rest.replace(/\.$/, "")}`, tone: null },
    ...(groupsInDoubt === 0 ? [] : [{ text: `${plural(groupsInDoubt, "group")} in doubt or reconnecting`, tone: "blind" } as const]),
  ];
}

/** "38 of 42 groups are in no trouble." */
export function untroubledSentence({ groups, groupsUntroubled }: { readonly groups: number; readonly groupsUntroubled: number }, tense: Tense): string {
  return `${formatNumber(groupsUntroubled)} of ${plural(groups, "group")} ${be(groupsUntroubled, tense)} in no trouble${tense.past ? ` ${tense.at}` : ""}.`;
}
