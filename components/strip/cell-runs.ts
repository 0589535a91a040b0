import type { FleetStripRow } from "@/lib/contract/views/fleet";
import { countWithState, countWithWord } from "@/lib/domain/verdict/state-code";
import { STATES, type State, type StateWord, statesCountedAs, wordOfState } from "@/lib/domain/verdict/verdict";
import { MAX_COLUMNS, MAX_RIBBON_CELLS } from "./cell-grid";

/** A run of neighbouring cells in the same state. */
export interface CellRun {
  /** The first exact state that occurs in the run. */
  readonly state: State;
  /** All exact states that count as this state, for the link's filter. */
  readonly states: readonly State[];
  readonly vouched: boolean;
  /** The index of its first cell. */
  readonly from: number;
  readonly count: number;
  /** "lost" or "missing" for machines of the total that are not registered; null for registered ones. */
  readonly away: "lost" | "missing" | null;
}

/** The eight states, worst first. The server sorts the machines of a ribbon in the same order. */
const WORDS = [...new Set(STATES.map(wordOfState))];

/**
 * Returns the runs of a ribbon: lost and missing machines, then registered ones, worst state first. Healthy machines whose replica is not verified
 * come before other healthy ones. The server counts machine indexes in the same order.
 */
export function ribbonRuns({ counts, unvouched, lost = 0, missing = 0 }: Counted): readonly CellRun[] {
  const runs: CellRun[] = [];
  let from = 0;
  const add = (state: State, vouched: boolean, count: number, away: CellRun["away"] = null) => {
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

/** Returns the run that contains a cell. */
export function runAtCell(runs: readonly CellRun[], index: number): CellRun | undefined {
  return runs.find((run) => index >= run.from && index < run.from + run.count);
}

/** Returns the cell indexes of a run. */
export function cellIndexesOfRun({ from, count }: Pick<CellRun, "from" | "count">): readonly number[] {
  return Array.from({ length: count }, (_, offset) => from + offset);
}

/** Scales runs to fewer cells, in proportion. Every run keeps at least one cell, so that rounding never hides a failure. */
export function scaleRuns<R extends Pick<CellRun, "from" | "count">>(runs: readonly R[], cells: number): readonly R[] {
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

/** States with a cell per machine in a ribbon with a bar. Reconnecting is routine, so it is part of the bar. */
const WITH_CELLS: ReadonlySet<StateWord> = new Set<StateWord>(["unhealthy", "lost", "unverified", "draining", "starting"]);

/** The most cells next to a bar: three rows on a phone. */
const MOST_BESIDE_BAR = 3 * MAX_COLUMNS.phone;

/**
 * Divides the runs of a ribbon into those drawn as cells and those drawn as a bar. `isLarge`: the whole fleet is too large for cells. Otherwise a
 * group has a bar only if it alone has too many machines. If even the machines in trouble are too many for cells, all are in the bar.
 */
export function splitCellsAndBar(runs: readonly CellRun[], isLarge: boolean): { readonly cells: readonly CellRun[]; readonly bar: readonly CellRun[] } {
  if (!isLarge && machinesInRuns(runs) <= MAX_RIBBON_CELLS) return { cells: runs, bar: [] };
  const cells = runs.filter(({ state }) => WITH_CELLS.has(wordOfState(state)));
  return machinesInRuns(cells) > MOST_BESIDE_BAR ? { cells: [], bar: runs } : { cells, bar: runs.slice(cells.length) };
}

/** Returns the number of machines in runs. */
export function machinesInRuns(runs: readonly Pick<CellRun, "count">[]): number {
  return runs.reduce((sum, { count }) => sum + count, 0);
}
