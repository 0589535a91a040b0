import type { GroupLossesStatement } from "@/lib/domain/statements/group";
import type { LossSpan } from "@/lib/domain/statements/losses";
import { SUDDEN_WITHIN_MS } from "@/lib/domain/verdict/tiers";
import type { Zone } from "./clock";
import { joinParts, listOf } from "./text/lists";
import { formatNumber, numberWord, oneOrMany, pluralWord } from "./text/numbers";
import { capitalize } from "./text/sentence";
import { be, verb } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** How many were lost, and of these how many are back and since when the last of them is; `backSince` in milliseconds, null = none is. */
export interface LostCounts {
  readonly total: number;
  readonly back: number;
  readonly backSince: number | null;
}

/** Who is back is not lost any more: "8 lost", "8 lost, 5 back since 13:33:10". */
export function lostPhrase(counts: LostCounts, now: number, zone: Zone): string {
  return [`${formatNumber(counts.total)} lost`, backPhrase(counts, now, zone)].filter((part) => part !== "").join(", ");
}

/** "5 back since 13:33:10"; "" where nobody is. */
export function backPhrase({ back, backSince }: LostCounts, now: number, zone: Zone): string {
  return backSince === null || back === 0 ? "" : `${formatNumber(back)} back since ${formatMoment(backSince, now, zone)}`;
}

/** What is said of losses that the live page knows and the record does not tell yet. */
export function justLostSentence(count: number): string {
  return `${capitalize(pluralWord(count, "machine was", "machines were"))} lost just now: what is known of ${oneOrMany(count, "it", "them")} is being read.`;
}

/** The lost machines of a facet: "8", or "8, 5 back". */
export function backFacet(count: number, back: number): string {
  return back === 0 ? formatNumber(count) : `${formatNumber(count)}, ${formatNumber(back)} back`;
}

/** Whom the lost are compared with: "against the 34 that stayed"; "" where nobody did. */
export function stayedPhrase({ left }: { readonly left: number }): string {
  return left === 0 ? "" : `against the ${formatNumber(left)} that stayed`;
}

/**
 * The losses of a group in its headline: "Six machines were lost within two seconds at 03:12:24, two fail their probe; all eight are in zone
 * eu-central-1a."
 */
export function lossesSentence(statement: GroupLossesStatement, past: boolean, now: number, zone: Zone): string {
  const { notRegistered } = statement;
  const parts = [
    `${lostPart(statement, now, zone)}${probePart(statement, past)}`,
    sharedPart(statement, past),
    notRegistered > 0 ? `${formatNumber(notRegistered)} more ${past ? "were" : "are"} missing` : "",
  ];
  return `${joinParts(parts, "; ")}.`;
}

/** An answer with the newest losses only proves the moment of the last one. */
function lostPart(statement: GroupLossesStatement, now: number, zone: Zone): string {
  const { lost, isCut, to } = statement;
  const when = isCut ? `until ${formatMoment(to ?? 0, now, zone)}` : suddenPhrase(statement, now, zone);
  return `${capitalize(pluralWord(lost, "machine"))} ${be(lost, { past: true })} lost ${when}`;
}

/** When machines were lost, and how suddenly: "at 03:12:24", "within two seconds at 03:12:24", "since 03:12:24". */
export function suddenPhrase({ recorded, from, to }: LossSpan, now: number, zone: Zone): string {
  const first = from ?? 0;
  const lastedMs = (to ?? first) - first;
  const at = formatMoment(first, now, zone);
  if (recorded === 1) return `at ${at}`;
  if (lastedMs > SUDDEN_WITHIN_MS) return `since ${at}`;
  if (lastedMs < 1_000) return `at once at ${at}`;
  const seconds = Math.ceil(lastedMs / 1_000);
  return `within ${pluralWord(seconds, "second")} at ${at}`;
}

function probePart({ unhealthy, others }: GroupLossesStatement, past: boolean): string {
  const probes = unhealthy === 0 ? "" : `${numberWord(unhealthy)} ${verb(unhealthy, "fail", { past })} ${oneOrMany(unhealthy, "its", "their")} probe`;
  const rest = others === 0 ? "" : `${numberWord(others)} more ${be(others, { past })} in trouble`;
  const both = listOf([probes, rest].filter((part) => part !== ""));
  return both === "" ? "" : `, ${both}`;
}

/** The value that all lost machines have. If other machines are in trouble without it, the text names the lost ones. */
function sharedPart({ trait, value, sharedBy, isSharedByTrouble, unhealthy, others }: GroupLossesStatement, past: boolean): string {
  if (trait === null || value === null || sharedBy === null) return "";
  const isOfSome = unhealthy + others > 0 && !isSharedByTrouble;
  const who = isOfSome ? `the ${numberWord(sharedBy)} that were lost` : sharedBy === 2 ? "both" : `all ${numberWord(sharedBy)}`;
  return `${who} ${past || !isSharedByTrouble ? "were" : "are"} ${PREPOSITIONS.get(trait) ?? "with"} ${trait} ${value}`;
}

const PREPOSITIONS: ReadonlyMap<string, string> = new Map([
  ["zone", "in"],
  ["region", "in"],
  ["network", "in"],
  ["replica", "held by"],
  ["version", "of"],
]);
