import type { FleetStripRow } from "@/lib/contract/views/fleet";
import { countWithState, countWithWord } from "@/lib/domain/verdict/state-code";
import { STATES, type State, type StateWord, statesCountedAs, wordOfState } from "@/lib/domain/verdict/verdict";
import { MOST_COLUMNS, MOST_RIBBON_CELLS } from "./grid";

/** Neighbouring cells of a ribbon that have one word. */
export interface Run {
  /** The first exact state of the word that has a machine. */
  readonly state: State;
  /** All exact states of the word: the filter of these machines. */
  readonly states: readonly State[];
  readonly vouched: boolean;
  /** The index of its first cell. */
  readonly from: number;
  readonly count: number;
  /** Set if they stand for machines of the total that are not registered. */
  readonly away: "lost" | "missing" | null;
}

/** The eight words, worst first, as the server orders the machines of a ribbon. */
const WORDS = [...new Set(STATES.map(wordOfState))];

/**
 * The cells of a ribbon: an outline for each lost or missing machine, then the machines, worst first. Unverified ones come before other healthy ones: the
 * server counts machines in the same order.
 */
export function runsOf({ counts, unvouched, lost = 0, missing = 0 }: Counted): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  const add = (state: State, vouched: boolean, count: number, away: Run["away"] = null) => {
    if (count <= 0) return;
    runs.push({ state, states: statesCountedAs(wordOfState(state)), vouched, from, count, away });
    from += count;
  };
  add("vanished", true, lost, "lost");
  add("vanished", true, missing, "missing");
  for (const word of WORDS) {
    const count = countWithWord(counts, word);
    const doubted = word === "healthy" ? Math.min(unvouched, count) : 0;
    const state = statesCountedAs(word).find((one) => countWithState(counts, one) > 0) ?? "healthy";
    add(state, false, doubted);
    add(state, true, count - doubted);
  }
  return runs;
}

type Counted = Pick<FleetStripRow, "counts" | "unvouched"> & Partial<Pick<FleetStripRow, "lost" | "missing">>;

/** The run that holds a cell. */
export function runAt(runs: readonly Run[], index: number): Run | undefined {
  return runs.find((run) => index >= run.from && index < run.from + run.count);
}

/** The indexes of a run's cells. */
export function placesOf({ from, count }: Pick<Run, "from" | "count">): readonly number[] {
  return Array.from({ length: count }, (_, offset) => from + offset);
}

/** The same runs on fewer cells, in proportion; a state that has a machine keeps a cell, so that trouble never disappears in the rounding. */
export function sharedOut<R extends Pick<Run, "from" | "count">>(runs: readonly R[], cells: number): readonly R[] {
  const total = runs.reduce((sum, run) => sum + run.count, 0);
  if (total <= cells) return runs;
  const counts = runs.map((run) => Math.max(1, Math.floor((run.count / total) * cells)));
  const rest = cells - counts.reduce((sum, count) => sum + count, 0);
  const biggest = counts.indexOf(Math.max(...counts));
  counts[biggest] = Math.max(1, (counts[biggest] ?? 1) + rest);
  let from = 0;
  return runs.map((run, index) => {
    const count = counts[index] ?? 1;
    from += count;
    return { ...run, from: from - count, count };
  });
}

/** The words whose machines have cells in a ribbon with a bar. Reconnecting is routine, and part of the bar. */
const WITH_CELLS: ReadonlySet<StateWord> = new Set<StateWord>(["unhealthy", "lost", "unverified", "draining", "starting"]);

/** The most cells beside a bar: three rows on a phone. */
const MOST_BESIDE_BAR = 3 * MOST_COLUMNS.phone;

/**
 * Divides the runs of a ribbon into those with a cell per machine, and those that a bar shows. A group has no bar while all its machines have cells: `isLarge`
 * = those of this fleet have none. With too many machines in trouble for cells, all are in the bar.
 */
export function dividedRuns(runs: readonly Run[], isLarge: boolean): { readonly cells: readonly Run[]; readonly bar: readonly Run[] } {
  if (!isLarge && countOf(runs) <= MOST_RIBBON_CELLS) return { cells: runs, bar: [] };
  const cells = runs.filter(({ state }) => WITH_CELLS.has(wordOfState(state)));
  return countOf(cells) > MOST_BESIDE_BAR ? { cells: [], bar: runs } : { cells, bar: runs.slice(cells.length) };
}

/** Returns the number of machines of runs. */
export function countOf(runs: readonly Pick<Run, "count">[]): number {
  return runs.reduce((sum, { count }) => sum + count, 0);
}
