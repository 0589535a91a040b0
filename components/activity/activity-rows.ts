import type { ActivityRow, HistoryGap } from "@/lib/contract/answers/history";

/** A line of the log: what happened, or a while that nobody recorded. */
export type ActivityLine =
  | { readonly kind: "row"; readonly at: number; readonly row: ActivityRow }
  | { readonly kind: "gap"; readonly at: number; readonly gap: HistoryGap };

/** How far a page of the log reaches, newest first: from below `before` (null = the end of the window) to its last row (null = the window's beginning). */
interface Reach {
  readonly before: number | null;
  readonly last: number | null;
}

/** Rows and gaps in order of time, newest first. A gap stands where it ended, on the one page whose rows reach there; equal gaps of many namespaces are one. */
export function linesOf(rows: readonly ActivityRow[], gaps: readonly HistoryGap[], { before, last }: Reach): readonly ActivityLine[] {
  const here = gaps.filter((gap) => (before === null || gap.to <= before) && (last === null || gap.to > last));
  const once = here.filter((gap, index) => here.findIndex((other) => sameGap(gap, other)) === index);
  const lines: ActivityLine[] = [
    ...rows.map((row) => ({ kind: "row" as const, at: row.at, row })),
    ...once.map((gap) => ({ kind: "gap" as const, at: gap.to, gap })),
  ];
  return lines.sort((a, b) => b.at - a.at);
}

function sameGap(a: HistoryGap, b: HistoryGap): boolean {
  return a.from === b.from && a.to === b.to && a.reason === b.reason && a.blindTo.join() === b.blindTo.join();
}
