import { quantile } from "./quantile";
import type { Move, Outcome, Reconnection } from "./reconnections";

/** What became of all machines that were connected at the beginning. Milliseconds. */
export interface RolloutBoard {
  readonly total: number;
  readonly counts: Readonly<Record<Outcome, number>>;
  /** How many had connected anew by each moment, in order of time; those that left again since are among them. */
  readonly steps: readonly { readonly at: number; readonly back: number }[];
  /** How long half of the moves of which it is known took, and 95 of 100, from being without a replica to the next connection; null = it is known of none. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly slowest: number | null;
  /** How often a machine moved because its replica ended, and of how many of these moves the time is told by what; `early`: not known. */
  readonly moves: number;
  readonly own: number;
  readonly byEnd: number;
  readonly early: number;
  /** Who holds those that are back, by the connection with which they came back; most first. */
  readonly targets: readonly { readonly replica: string; readonly count: number }[];
}

/** A curve of more steps than this tells nobody more. */
const MOST_STEPS = 200;

/** Sums up what became of each machine. */
export function rolloutBoardOf(machines: readonly Reconnection[]): RolloutBoard {
  const counts: Record<Outcome, number> = { back: 0, same: 0, away: 0, out: 0, vanished: 0 };
  const targets = new Map<string, number>();
  for (const { outcome, back } of machines) {
    counts[outcome]++;
    if (outcome === "back" && back !== null) targets.set(back.replica, (targets.get(back.replica) ?? 0) + 1);
  }
  const moves = machines.flatMap((one) => one.moves);
  const delays = moves.flatMap((move) => (move.by === "not-known" ? [] : [move.ms])).sort((a, b) => a - b);
  const told = (by: Move["by"]) => moves.filter((move) => move.by === by).length;
  return {
    total: machines.length,
    counts,
    steps: stepsOf(machines.flatMap(({ back }) => (back === null ? [] : [back.at])).sort((a, b) => a - b)),
    p50: quantile(delays, 0.5),
    p95: quantile(delays, 0.95),
    slowest: quantile(delays, 1),
    moves: moves.length,
    own: told("own"),
    byEnd: told("end"),
    early: told("not-known"),
    targets: [...targets].map(([replica, count]) => ({ replica, count })).sort((a, b) => b.count - a.count || (a.replica < b.replica ? -1 : 1)),
  };
}

/** One step for each moment, or so many of them that are evenly far apart in number: steep parts keep their shape. */
function stepsOf(moments: readonly number[]): RolloutBoard["steps"] {
  const all = moments.flatMap((at, place) => (moments[place + 1] === at ? [] : [{ at, back: place + 1 }]));
  if (all.length <= MOST_STEPS) return all;
  return Array.from({ length: MOST_STEPS }, (_, n) => all[Math.ceil(((n + 1) * all.length) / MOST_STEPS) - 1]).filter((step) => step !== undefined);
}
