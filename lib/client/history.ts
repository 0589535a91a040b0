"use client";

import { ActivityAnswer, LossesAnswer, RowStateChartsAnswer, StateChartAnswer, TimelineAnswer } from "@/lib/contract/answers/history";
import { type Place, type Remembered, useRemembered } from "./remembered";

/**
 * A band over a window (as the address spells it, null = as long as the record, or around the incident) for a picture so many pixels wide. On a page of the past
 * it ends there. `isOver`: the incident of the place is over.
 */
export function useStateChart(place: Place, window: string | null, width: number, isOver = false): Remembered<StateChartAnswer> {
  const isSettled = isOver && window === null;
  return useRemembered("band", StateChartAnswer, { ...place }, { window, width: Math.max(16, Math.min(4096, Math.round(width))) }, { isSettled });
}

/** Small bands and flaps for the rows of a list, at most 200; an empty list asks nothing. */
export function useRowStateCharts(kind: "entries" | "groups", ids: readonly string[], window = "1h", buckets = 60): Remembered<RowStateChartsAnswer> {
  return useRemembered("rows", RowStateChartsAnswer, { kind }, { id: ids.slice(0, 200), window, buckets }, { isWanted: ids.length > 0 });
}

/**
 * The machines that were lost within a window, with what they share. `told`: so many are known to be gone; where the answer has fewer, it is asked
 * for again soon.
 */
export function useLosses(place: Place, window: string | null, limit = 50, told = 0): Remembered<LossesAnswer> {
  return useRemembered("losses", LossesAnswer, { ...place }, { window, limit }, { isBehind: ({ total, back }) => total - back < told });
}

/** The incarnations of a name and its swimlanes. `change`: the moment that decides the window if `window` is null. Milliseconds. */
export function useTimeline(
  entry: { readonly cluster: string; readonly ns: string; readonly name: string; readonly uid?: string },
  window: string | null,
  width: number,
  change: number | null = null,
): Remembered<TimelineAnswer> {
  return useRemembered(
    "entry",
    TimelineAnswer,
    { ...entry },
    { window, change: window === null ? change : null, width: Math.max(16, Math.min(4096, Math.round(width))) },
  );
}

/** What the log is asked: filters, and the cursor of the page before. */
export interface ActivityFilter extends Place {
  readonly name?: string;
  readonly uid?: string;
  readonly type?: readonly string[];
  readonly q?: string;
  readonly before?: string;
  readonly limit?: number;
}

/** A page of the log, newest first. */
export function useActivity(filter: ActivityFilter, window: string | null): Remembered<ActivityAnswer> {
  const { before, limit, ...subject } = filter;
  return useRemembered("activity", ActivityAnswer, { ...subject }, { window, before, limit });
}
