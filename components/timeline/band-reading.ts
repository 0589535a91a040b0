import type { HistoryGap, StateChartAnswer, StateChartPoint } from "@/lib/contract/answers/history";
import { CHART_WINDOW_NAMES, type HistoryWindow, WINDOW_LENGTHS_MS, type WindowName } from "@/lib/contract/url/history-window";
import type { RollUp } from "@/lib/contract/views/groups";
import { isBlind } from "./band-shape";

/** A while between two moments, in milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What a band says of one moment: its point, or the gap that hides it, or neither (before the record). */
export interface BandReading {
  readonly point: StateChartPoint | null;
  readonly gaps: readonly HistoryGap[];
}

/** A record that is this far behind is up to date: it is written in batches. Milliseconds. */
const BEHIND_MS = 10_000;

/** Until when a band is known: its end, or where the record stops. Milliseconds. */
export function knownUntil({ to, recorded }: Pick<StateChartAnswer, "to" | "recorded">): number {
  return recorded.asOf + BEHIND_MS >= to ? to : recorded.asOf;
}

/** Reads a band at a moment. Milliseconds. */
export function readBand(answer: StateChartAnswer, at: number): BandReading {
  const gaps = answer.gaps.filter((gap) => at >= gap.from && at < gap.to);
  if (gaps.some(isBlind) || at > knownUntil(answer)) return { point: null, gaps };
  return { point: answer.points.findLast((point) => point.at <= at) ?? null, gaps };
}

/** The whiles of a window that were recorded: the ground line is drawn under these only. */
export function recordedSpans(answer: StateChartAnswer): readonly Span[] {
  const { from, gaps, recorded } = answer;
  if (recorded.since === null) return [];
  let spans: Span[] = [{ from: Math.max(from, recorded.since), to: Math.max(knownUntil(answer), from) }];
  for (const gap of gaps.filter(isBlind)) {
    spans = spans.flatMap((span) => [
      { from: span.from, to: Math.min(span.to, gap.from) },
      { from: Math.max(span.from, gap.to), to: span.to },
    ]);
    spans = spans.filter((span) => span.to > span.from);
  }
  return spans.filter((span) => span.to > span.from);
}

/**
 * Gaps worth hatching: those after the record began in which the machines or their replicas were not seen. What lies before the record is
 * no gap: nobody claimed to look.
 */
export function gapsToDraw({ from, to, gaps, recorded }: StateChartAnswer): readonly HistoryGap[] {
  const begun = Math.max(from, recorded.since ?? to);
  return gaps
    .map((gap) => ({ ...gap, from: Math.max(gap.from, begun), to: Math.min(gap.to, to) }))
    .filter((gap) => gap.to > gap.from && (isBlind(gap) || gap.blindTo.includes("istiod-pods")));
}

/** The moments at which a band changes, in order: where the arrow keys stop. */
export function momentsOf({ from, to, points, gaps, markers }: StateChartAnswer): readonly number[] {
  const moments = [from, ...points.map(({ at }) => at), ...gaps.flatMap((gap) => [gap.from, gap.to]), ...markers.map(({ at }) => at), to];
  return [...new Set(moments.filter((at) => at >= from && at <= to))].sort((a, b) => a - b);
}

/** The name of a window by its length, null where it has none. */
export function windowNameOf({ from, to }: Span): WindowName | null {
  return CHART_WINDOW_NAMES.find((name) => Math.abs(to - from - WINDOW_LENGTHS_MS[name]) < 1_000) ?? null;
}

/** The window that a button stands for or that was cut out; null where the page shows the whole record by itself. */
export function shownWindow(asked: HistoryWindow | null, name: WindowName | null): HistoryWindow | null {
  return name === null ? asked : { kind: "last", name };
}

/** Returns the answer with the counts of the page at its end: the history is seconds behind. Pages with both show one value. */
export function withCountsOfNow(answer: StateChartAnswer, { counts, total, fullTotal, serving }: RollUp): StateChartAnswer {
  const { points, to, recorded } = answer;
  if (recorded.since === null || recorded.status !== "recording") return answer;
  return { ...answer, points: [...points.filter(({ at }) => at < to), { at: to - 1, counts, missing: fullTotal - total, serving, total }] };
}
