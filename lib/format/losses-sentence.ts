import { SUDDEN_MS } from "@/lib/domain/pace";
import type { Zone } from "./clock";
import { listOf } from "./text/lists";
import { formatNumber, numberWord, oneOrMany, pluralWord } from "./text/numbers";
import { capitalize } from "./text/sentence";
import { be, verb } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** What the sentence needs of the losses of a window; a `LossesAnswer` has it all. */
export interface LossesInput {
  /** How many were lost and not meant to, and of these how many are back; the rows may be the newest only. */
  readonly total: number;
  readonly back: number;
  readonly left: number;
  readonly rows: readonly { readonly planned: boolean; readonly disconnectedAt: number | null; readonly endedAt: number; readonly replacedBy: string }[];
  readonly traits: readonly { readonly trait: string; readonly value: string; readonly lost: number; readonly left: number }[];
}

/** The rest of the group's trouble: how many fail their probe, how many are in any trouble at all, and what those share. */
export interface StillInTrouble {
  readonly unhealthy: number;
  readonly troubled: number;
  readonly common: readonly string[];
  /** Machines that are expected and not there; null = nobody knows. */
  readonly missing: number | null;
}

/** A trait that more of the rest have than this tells nothing. */
const MOST_OF_THE_REST = 0.8;

/** Losses that nobody planned and no machine of the same name has made good. */
export function openLosses({ rows }: Pick<LossesInput, "rows">): LossesInput["rows"] {
  return rows.filter((row) => !row.planned && row.replacedBy === "");
}

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

/** The vanished of a facet: "8", or "8, 5 back". */
export function backFacet(count: number, back: number): string {
  return back === 0 ? formatNumber(count) : `${formatNumber(count)}, ${formatNumber(back)} back`;
}

/** Whom the lost are compared with: "against the 34 that stayed"; "" where nobody did. */
export function stayedPhrase({ left }: { readonly left: number }): string {
  return left === 0 ? "" : `against the ${formatNumber(left)} that stayed`;
}

/**
 * The losses as the headline tells them: "Six machines vanished within two seconds at 03:12:24, two fail their probe; all eight are in zone
 * eu-central-1a." "" where none is open, or where all that are expected are there again.
 */
export function lossesSentence(losses: LossesInput, still: StillInTrouble, past: boolean, now: number, zone: Zone): string {
  const open = openLosses(losses);
  const isMadeGood = still.missing !== null && still.missing <= 0;
  if (open.length === 0 || isMadeGood) return "";
  const lost = Math.max(open.length, losses.total - losses.back);
  const count = still.missing === null ? lost : Math.min(lost, still.missing);
  const more = (still.missing ?? 0) - count;
  const parts = [
    `${vanished(count, open, lost, now, zone)}${probePart(still, past)}`,
    sharedPart(losses, lost, still, past),
    more > 0 ? `${formatNumber(more)} more ${past ? "were" : "are"} not registered` : "",
  ];
  return `${parts.filter((part) => part !== "").join("; ")}.`;
}

/** Where only the newest are known, so is only when the last of them went. */
function vanished(count: number, open: LossesInput["rows"], lost: number, now: number, zone: Zone): string {
  const last = Math.max(...open.map(({ disconnectedAt, endedAt }) => disconnectedAt ?? endedAt));
  const when = open.length < lost ? `until ${formatMoment(last, now, zone)}` : suddenPhrase(open, now, zone);
  return `${capitalize(pluralWord(count, "machine"))} vanished ${when}`;
}

/** When, and how suddenly: "at 03:12:24", "within two seconds at 03:12:24", "since 03:12:24". Milliseconds. */
export function suddenPhrase(losses: readonly Pick<LossesInput["rows"][number], "disconnectedAt" | "endedAt">[], now: number, zone: Zone): string {
  const times = losses.map(({ disconnectedAt, endedAt }) => disconnectedAt ?? endedAt).sort((a, b) => a - b);
  const [first = 0] = times;
  const lastedMs = (times.at(-1) ?? first) - first;
  const at = formatMoment(first, now, zone);
  if (times.length === 1) return `at ${at}`;
  if (lastedMs > SUDDEN_MS) return `since ${at}`;
  if (lastedMs < 1_000) return `at once at ${at}`;
  const seconds = Math.ceil(lastedMs / 1_000);
  return `within ${pluralWord(seconds, "second")} at ${at}`;
}

function probePart({ unhealthy, troubled }: StillInTrouble, past: boolean): string {
  const others = troubled - unhealthy;
  const probes = unhealthy === 0 ? "" : `${numberWord(unhealthy)} ${verb(unhealthy, "fail", { past })} ${oneOrMany(unhealthy, "its", "their")} probe`;
  const rest = others === 0 ? "" : `${numberWord(others)} more ${be(others, { past })} in trouble`;
  const both = listOf([probes, rest].filter((part) => part !== ""));
  return both === "" ? "" : `, ${both}`;
}

/** What all the lost share though most of the rest do not; and where others are in trouble, these share it too or are not spoken of. */
function sharedPart({ traits, left, total: lost }: LossesInput, open: number, { troubled, common }: StillInTrouble, past: boolean): string {
  const telling = traits.filter((one) => one.value !== "" && one.lost === lost && lost > 1 && left > 0 && one.left / left <= MOST_OF_THE_REST).slice(0, 1);
  if (telling.length === 0 || open < 2) return "";
  const both = troubled > 0 && telling.some((one) => common.includes(`${one.trait} ${one.value}`));
  const named = both ? telling.filter((one) => common.includes(`${one.trait} ${one.value}`)) : telling;
  const count = both ? open + troubled : open;
  const who = troubled > 0 && !both ? `the ${numberWord(count)} that vanished` : count === 2 ? "both" : `all ${numberWord(count)}`;
  return `${who} ${past || !both ? "were" : "are"} ${listOf(named.map((one) => `${PREPOSITIONS.get(one.trait) ?? "with"} ${one.trait} ${one.value}`))}`;
}

const PREPOSITIONS: ReadonlyMap<string, string> = new Map([
  ["zone", "in"],
  ["region", "in"],
  ["network", "in"],
  ["replica", "held by"],
  ["version", "of"],
]);
