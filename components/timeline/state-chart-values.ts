import type { HistoryGap, StateChartAnswer, StateChartPoint } from "@/lib/contract/answers/history";
import { CHART_WINDOW_NAMES, type HistoryWindow, WINDOW_LENGTHS_MS, type WindowName } from "@/lib/contract/url/history-window";
import type { RollUp } from "@/lib/contract/views/groups";
import { gapHidesMachines } from "./state-chart-shape";

/** A time range. Milliseconds since the epoch. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The values of a state chart at one point in time. `point` is null in a gap, and outside of the recorded time. */
export interface StateChartValues {
  readonly point: StateChartPoint | null;
  readonly gaps: readonly HistoryGap[];
}

/** The history is written in batches: a chart that lags less than this is up to date. Milliseconds. */
const BEHIND_MS = 10_000;

/** Returns the end of the known time in the chart: the end of its window, or of the history if the history stopped earlier. Milliseconds. */
export function knownUntilMs({ to, recorded }: Pick<StateChartAnswer, "to" | "recorded">): number {
  return recorded.asOf + BEHIND_MS >= to ? to : recorded.asOf;
}

/** Returns the values of a state chart at a point in time. Milliseconds. */
export function stateChartValuesAt(answer: StateChartAnswer, at: number): StateChartValues {
  const gaps = answer.gaps.filter((gap) => at >= gap.from && at < gap.to);
  if (gaps.some(gapHidesMachines) || at > knownUntilMs(answer)) return { point: null, gaps };
  return { point: answer.points.findLast((point) => point.at <= at) ?? null, gaps };
}

/** Returns the recorded parts of the chart's window, without gaps. The baseline is green only there. */
export function recordedSpans(answer: StateChartAnswer): readonly TimeSpan[] {
  const { from, gaps, recorded } = answer;
  if (recorded.since === null) return [];
  let spans: TimeSpan[] = [{ from: Math.max(from, recorded.since), to: Math.max(knownUntilMs(answer), from) }];
  for (const gap of gaps.filter(gapHidesMachines)) {
    spans = spans.flatMap((span) => [
      { from: span.from, to: Math.min(span.to, gap.from) },
      { from: Math.max(span.from, gap.to), to: span.to },
    ]);
    spans = spans.filter((span) => span.to > span.from);
  }
  return spans.filter((span) => span.to > span.from);
}

/**
 * Returns the gaps that a state chart hatches: those without data about machines or about istiod's Pods. Time before the history began is no gap,
 * because Stolos did not observe then.
 */
export function hatchedGaps({ from, to, gaps, recorded }: StateChartAnswer): readonly HistoryGap[] {
  const begun = Math.max(from, recorded.since ?? to);
  return gaps
    .map((gap) => ({ ...gap, from: Math.max(gap.from, begun), to: Math.min(gap.to, to) }))
    .filter((gap) => gap.to > gap.from && (gapHidesMachines(gap) || gap.blindTo.includes("istiod-pods")));
}

/** Returns the times at which the arrow keys stop in a state chart: each change, gap and marker, sorted. Milliseconds. */
export function stateChartKeyStops({ from, to, points, gaps, markers }: StateChartAnswer): readonly number[] {
  const moments = [from, ...points.map(({ at }) => at), ...gaps.flatMap((gap) => [gap.from, gap.to]), ...markers.map(({ at }) => at), to];
  return [...new Set(moments.filter((at) => at >= from && at <= to))].sort((a, b) => a - b);
}

/** Returns the name of the preset window with the length of this time range; null if no preset has this length. */
export function presetWindowName({ from, to }: TimeSpan): WindowName | null {
  return CHART_WINDOW_NAMES.find((name) => Math.abs(to - from - WINDOW_LENGTHS_MS[name]) < 1_000) ?? null;
}

/** Returns the window that the picker highlights. `name`: the preset with its length. Null if the chart shows all of a short history. */
export function windowPickerValue(asked: HistoryWindow | null, name: WindowName | null): HistoryWindow | null {
  return name === null ? asked : { kind: "last", name };
}

/** Replaces the last point of a state chart by the live counts of the page. The history lags by seconds, and both must show one value. */
export function withLiveCounts(answer: StateChartAnswer, { counts, total, fullTotal, serving }: RollUp): StateChartAnswer {
  const { points, to, recorded } = answer;
  if (recorded.since === null || recorded.status !== "recording") return answer;
  return { ...answer, points: [...points.filter(({ at }) => at < to), { at: to - 1, counts, missing: fullTotal - total, serving, total }] };
}
