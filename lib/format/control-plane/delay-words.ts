import { formatSpan } from "@/lib/format/text/duration";
import { plural } from "@/lib/format/text/numbers";

/** How long something took, as exactly as it matters: "under 1 s", "2.4 s", "11 s", "3 min". Milliseconds. */
export function delayWords(ms: number): string {
  if (ms < 1_000) return "under 1 s";
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toString()} s`;
  return formatSpan(ms);
}

/** Half of the moves that are timed, and 95 of 100, took so long at the most (milliseconds); of `moves`, so many are not: they began before their replica was seen to end. */
export interface MovesInput {
  readonly p50: number | null;
  readonly p95: number | null;
  readonly moves: number;
  readonly early: number;
}

/** "half were back after 2 s, 95 % after 11 s", and of how many that is told where not of all; "" where nobody moved. */
export function quantilePhrase({ p50, p95, moves, early }: MovesInput): string {
  if (p50 === null || p95 === null) return moves === 0 ? "" : "all moved before their replica was seen to end";
  const of = early === 0 ? "" : `of ${plural(moves - early, "timed move")}, `;
  return `${of}${delayWords(p50) === delayWords(p95) ? `95 % were back ${withinWords(p95)}` : `half were back ${withinWords(p50)}, 95 % ${withinWords(p95)}`}`;
}

/** "after 2 s", "within 1 s". */
function withinWords(ms: number): string {
  return ms < 1_000 ? "within 1 s" : `after ${delayWords(ms)}`;
}
