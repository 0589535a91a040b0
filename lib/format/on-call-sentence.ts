import type { Zone } from "./clock";
import { formatCount, plural } from "./count";
import type { Headline } from "./headline";
import type { Tense } from "./tense";
import { formatMoment } from "./time-ticks";

/** What the sentence of the on-call page needs. Milliseconds. */
export interface OnCallInput {
  readonly groups: number;
  readonly groupsInTrouble: number;
  /** Of these, those whose machines reconnect, or of which nobody can vouch for them, and no more. */
  readonly groupsInDoubt: number;
  /** When the trouble of the worst group began; null = not known. */
  readonly since: number | null;
  /** It began then or earlier: nobody saw it begin. */
  readonly atLeast: boolean;
}

/** "4 groups are in trouble. The worst began at 03:12:24." What is only in doubt is not counted. `now` in milliseconds. */
export function onCallSentence(input: OnCallInput, tense: Tense, now: number, zone: Zone): Headline {
  const troubled = input.groupsInTrouble - input.groupsInDoubt;
  const [verb, asOf] = tense.past ? [troubled === 1 ? "was" : "were", ` ${tense.at}`] : [troubled === 1 ? "is" : "are", ""];
  if (troubled === 0) return { strong: "No group", rest: `of ${formatCount(input.groups)} ${tense.past ? "was" : "is"} in trouble${asOf}.` };
  const rest = [`${verb} in trouble${asOf}.`, beganSentence(input, now, zone)].filter((part) => part !== "").join(" ");
  return { strong: plural(troubled, "group"), rest };
}

function beganSentence({ groupsInTrouble, since, atLeast }: OnCallInput, now: number, zone: Zone): string {
  if (since === null) return "";
  return `${groupsInTrouble === 1 ? "It" : "The worst"} began at ${formatMoment(since, now, zone)}${atLeast ? " or before" : ""}.`;
}

/** Groups that may be well: "3 groups in doubt or reconnecting"; "". */
export function onCallDoubt({ groupsInDoubt }: Pick<OnCallInput, "groupsInDoubt">): string {
  return groupsInDoubt === 0 ? "" : `${plural(groupsInDoubt, "group")} in doubt or reconnecting`;
}
