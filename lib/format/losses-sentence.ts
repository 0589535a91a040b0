import type { Zone } from "./clock";
import { formatCount, listPhrase } from "./count";
import { numberWord } from "./number-word";
import { formatMoment } from "./time-ticks";

/** What the sentence needs of the losses of a window; a `LossesAnswer` has it all. */
export interface LossesInput {
  /** How many were lost and not meant to. */
  readonly total: number;
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
/** Losses further apart than this were not sudden. Milliseconds. */
const SUDDEN_MS = 120_000;

/** Losses that nobody planned and no machine of the same name has made good. */
export function openLosses({ rows }: Pick<LossesInput, "rows">): LossesInput["rows"] {
  return rows.filter((row) => !row.planned && row.replacedBy === "");
}

/**
 * The losses as the headline tells them: "Six machines vanished within two seconds at 03:12:24, two fail their probe; all eight are in zone
 * eu-central-1a." "" where none is open, or where all that are expected are there again.
 */
export function lossesSentence(losses: LossesInput, still: StillInTrouble, past: boolean, now: number, zone: Zone): string {
  const open = openLosses(losses);
  const isMadeGood = still.missing !== null && still.missing <= 0;
  if (open.length === 0 || isMadeGood) return "";
  const count = still.missing === null ? open.length : Math.min(open.length, still.missing);
  const more = (still.missing ?? 0) - count;
  const parts = [
    `${vanished(count, open, now, zone)}${probePart(still, past)}`,
    sharedPart(losses, open.length, still, past),
    more > 0 ? `${formatCount(more)} more ${past ? "were" : "are"} not registered` : "",
  ];
  return `${parts.filter((part) => part !== "").join("; ")}.`;
}

function vanished(count: number, open: LossesInput["rows"], now: number, zone: Zone): string {
  return `${capital(numberWord(count))} ${count === 1 ? "machine" : "machines"} vanished ${suddenPhrase(open, now, zone)}`;
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
  return `within ${numberWord(seconds)} ${seconds === 1 ? "second" : "seconds"} at ${at}`;
}

function probePart({ unhealthy, troubled }: StillInTrouble, past: boolean): string {
  const others = troubled - unhealthy;
  const probes =
    unhealthy === 0 ? "" : `${numberWord(unhealthy)} ${past ? "failed" : unhealthy === 1 ? "fails" : "fail"} ${unhealthy === 1 ? "its" : "their"} probe`;
  const rest = others === 0 ? "" : `${numberWord(others)} more ${others === 1 ? (past ? "was" : "is") : past ? "were" : "are"} in trouble`;
  const both = listPhrase([probes, rest].filter((part) => part !== ""));
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
  return `${who} ${past || !both ? "were" : "are"} ${listPhrase(named.map((one) => `${PREPOSITIONS.get(one.trait) ?? "with"} ${one.trait} ${one.value}`))}`;
}

const PREPOSITIONS: ReadonlyMap<string, string> = new Map([
  ["zone", "in"],
  ["region", "in"],
  ["network", "in"],
  ["replica", "held by"],
  ["version", "of"],
]);

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
