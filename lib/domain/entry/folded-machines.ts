import type { State } from "@/lib/domain/verdict/verdict";

/** Up to this number, all machines of a group are shown. */
const FEW = 20;
/** The largest number of machines in trouble that are shown before the viewer asks for all. */
const MOST_IN_TROUBLE = 50;

/** The states of serving machines: the last ones of a list with the worst first. */
const SERVING: readonly State[] = ["overdue", "reconnecting", "unchecked", "healthy"];

/** The rows of a group's machines, worst first: `shown` at first, and `folded` behind one row, of which `areHealthy` all. */
export interface FoldedMachines {
  readonly shown: number;
  readonly folded: number;
  readonly areHealthy: boolean;
}

/**
 * Returns which machines of a group a page shows before the viewer asks for all. `counts` has the number of machines in each state. `least`: the number
 * of rows that the page already shows. It never shows fewer, so that nothing below moves up.
 */
export function foldMachines(counts: readonly { readonly value: string; readonly count: number }[], least = 0): FoldedMachines {
  const total = sum(counts);
  const serving = sum(counts.filter(({ value }) => SERVING.some((state) => state === value)));
  const healthy = sum(counts.filter(({ value }) => value === ("healthy" satisfies State)));
  const wanted = total <= FEW ? total : total === serving ? FEW : Math.min(total - serving, MOST_IN_TROUBLE);
  const shown = Math.min(total, Math.max(wanted, least));
  const folded = total - shown;
  return { shown, folded, areHealthy: folded <= healthy };
}

function sum(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
