import { groupsInTrouble } from "@/lib/domain/statements/fleet";
import { fleetLineText } from "./fleet-sentence";
import { type LinePart, lineParts } from "./headline";
import { formatNumber, plural } from "./text/numbers";
import { be, type Tense } from "./text/tense";

/** The second line of On call: the number of its rows. */
export function onCallLine(head: Parameters<typeof groupsInTrouble>[0]): readonly LinePart[] {
  return lineParts(groupsInTrouble(head), fleetLineText);
}

/** "38 of 42 groups are in no trouble." */
export function untroubledSentence({ groups, groupsUntroubled }: { readonly groups: number; readonly groupsUntroubled: number }, tense: Tense): string {
  return `${formatNumber(groupsUntroubled)} of ${plural(groups, "group")} ${be(groupsUntroubled, tense)} in no trouble${tense.past ? ` ${tense.at}` : ""}.`;
}
