import { formatSpan } from "@/lib/format/age";

/** How long something took, as exactly as it matters: "under 1 s", "2.4 s", "11 s", "3 min". Milliseconds. */
export function delayWords(ms: number): string {
  if (ms < 1_000) return "under 1 s";
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toString()} s`;
  return formatSpan(ms);
}

/** Half of the moves, and 95 of 100, took so long at the most (milliseconds); of `moves`, so many began before their replica had ended. */
export interface MovesInput {
  readonly p50: number | null;
  readonly p95: number | null;
  readonly moves: number;
  readonly early: number;
}

/** "half were back after 2 s, 95 % after 11 s"; "" where nobody moved. Where most moved before the end was seen, no length of time is told. */
export function quantilePhrase({ p50, p95, moves, early }: MovesInput): string {
  if (p50 === null || p95 === null) return "";
  if (early * 2 > moves) return `${early === moves ? "all" : "most"} moved before their replica was seen to end`;
  return delayWords(p50) === delayWords(p95) ? `95 % were back ${withinWords(p95)}` : `half were back ${withinWords(p50)}, 95 % ${withinWords(p95)}`;
}

/** "after 2 s", "within 1 s". */
export function withinWords(ms: number): string {
  return ms < 1_000 ? "within 1 s" : `after ${delayWords(ms)}`;
}
