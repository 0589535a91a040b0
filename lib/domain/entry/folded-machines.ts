import type { State } from "@/lib/domain/verdict/verdict";

/** Up to this number, all machines of a group are shown. */
const FEW = 20;
/** The largest number of machines in trouble that are shown before the viewer asks for all. */
const MOST_IN_TROUBLE = 50;

/** The states of machines that need no attention: the last ones of a list with the worst first. */
const QUIET: readonly State[] = ["healthy", "unchecked"];

/** The rows of a group's machines, worst first: `shown` at first, and `folded` behind one row, of which `areHealthy` all. */
export interface FoldedMachines {
  readonly shown: number;
  readonly folded: number;
  readonly areHealthy: boolean;
}

/** Returns which machines of a group a page shows before the viewer asks for all. `counts` has the number of machines in each state. */
export function foldMachines(counts: readonly { readonly value: string; readonly count: number }[]): FoldedMachines {
  const total = sum(counts);
  const quiet = sum(counts.filter(({ value }) => QUIET.some((state) => state === value)));
  const healthy = sum(counts.filter(({ value }) => value === ("healthy" satisfies State)));
  const shown = total <= FEW ? total : total === quiet ? FEW : Math.min(total - quiet, MOST_IN_TROUBLE);
  const folded = total - shown;
  return { shown, folded, areHealthy: folded === healthy || (total === healthy && folded > 0) };
}

function sum(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
