import { listOf } from "@/lib/format/text/lists";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { have } from "@/lib/format/text/tense";

/** In how many zones those are that have members at all. */
export interface SpreadInput {
  readonly total: number;
  readonly of: number;
  readonly two: number;
  readonly more: number;
  readonly untold: number;
}

/** What the list says of itself: "4 of 24 groups, 6 in two zones and 13 in three or more; of 1 it cannot be told". */
export function spreadWords({ total, of, two, more, untold }: SpreadInput, noun: "group" | "host"): string {
  const others = [two > 0 ? `${formatNumber(two)} in two zones` : "", more > 0 ? `${formatNumber(more)} in three or more` : ""].filter((part) => part !== "");
  const first = `${formatNumber(total)} of ${plural(of, noun)}`;
  const rest = others.length === 0 ? "" : `, ${listOf(others)}`;
  return `${first}${rest}${untold === 0 ? "" : `; of ${formatNumber(untold)} it cannot be told`}`;
}

/** Why it cannot be told of some. */
export function untoldWords(untold: number, noun: "group" | "host"): string {
  const why = noun === "group" ? "machines that say no zone" : "machines or pods of which no zone is known";
  return `${plural(untold, noun)} ${have(untold)} ${why}: in one zone or in several, it cannot be told.`;
}

/** Where nobody is in one zone only. */
export function nobodyInOneZone({ of, untold }: SpreadInput, noun: "group" | "host"): string {
  if (of === 0) return noun === "group" ? "No group has machines." : "No host takes machines.";
  return untold === of ? "" : `No ${noun} is in one zone only.`;
}
