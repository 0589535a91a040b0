"use client";

import { type RefObject, useMemo, useRef } from "react";
import { useAvailableWidth } from "@/components/strip/use-available-width";
import { useStateChart } from "@/lib/client/history";
import type { Place, Remembered } from "@/lib/client/remembered";
import { useView } from "@/lib/client/use-view";
import type { ChartMarker, StateChartAnswer } from "@/lib/contract/answers/history";
import { DAY_WINDOW, formatWindow, type HistoryWindow } from "@/lib/contract/url/history-window";
import { CHART_INCIDENTS, fleetIncidentsQuery } from "@/lib/contract/url/incidents-query";
import { formatListQuery } from "@/lib/contract/url/list-query";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { chartNumbers, incidentEvents, rolloutEvents } from "@/lib/domain/incidents/chart-number";
import { ASSUMED_CHART_WIDTH_PX } from "./plot-coordinates";
import { type ChartUrl, useChartUrl } from "./use-chart-url";

/** The state chart of a page: its answer, the time window in the URL, and the element whose width it is requested for. */
export interface PageStateChart extends Remembered<StateChartAnswer> {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly url: ChartUrl;
  /**
   * The incidents that overlap the window: all open ones and the last 50 that are over. Null = not loaded yet, or the chart is on the page of one
   * incident.
   */
  readonly incidents: readonly IncidentRow[] | null;
  /** The markers of rollouts of istiod, which have numbers in the chart of a fleet. */
  readonly rollouts: readonly ChartMarker[];
}

/** Requests the state chart of a page. Rounds the width up, so that a slightly wider page needs no new request. `isOver`: see `useStateChart`. */
export function usePageStateChart(place: Place, isOver = false): PageStateChart {
  const url = useChartUrl();
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useAvailableWidth(box, ASSUMED_CHART_WIDTH_PX);
  const band = useStateChart(place, url.asked === null ? null : formatWindow(url.asked), Math.ceil(widthPx / 256) * 256, isOver);
  const { state } = useView("incidents", chartIncidentsQueryString(place, url.asked), CHART_INCIDENTS);
  const incidents = state?.rows ?? null;
  const isFleet = place.group === undefined && place.incident === undefined;
  return useMemo(() => {
    const rollouts = isFleet ? (band.value?.markers ?? []).filter(({ rollout }) => rollout !== undefined) : NONE;
    return { ...band, box, url, incidents, rollouts };
  }, [band, url, incidents, isFleet]);
}

const NONE: readonly ChartMarker[] = [];

/** The number of each incident and rollout in a chart, by key or id; null = the chart or its incidents are not known yet. */
export function useChartIncidentNumbers({
  value,
  incidents,
  rollouts,
}: Pick<PageStateChart, "value" | "incidents" | "rollouts">): ReadonlyMap<string, number> | null {
  return useMemo(() => {
    return value === null || incidents === null ? null : chartNumbers([...incidentEvents(incidents), ...rolloutEvents(rollouts)], value);
  }, [value, incidents, rollouts]);
}

/** Returns the canonical query of the view "incidents" for the chart of a place; null on the page of one incident. `asked` null = the last day. */
export function chartIncidentsQueryString({ cluster = [], ns = [], group, incident }: Place, asked: HistoryWindow | null): string | null {
  if (incident !== undefined) return null;
  const terms = group === undefined ? [] : [{ kind: "facet", facet: "group", value: `${ns[0] ?? ""}/${group}`, negated: false } as const];
  return fleetIncidentsQuery(formatListQuery({ clusters: cluster, namespaces: ns, terms, sort: "" }), asked ?? DAY_WINDOW);
}
