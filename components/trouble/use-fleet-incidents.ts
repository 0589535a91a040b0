"use client";

import { useMemo } from "react";
import { usePast } from "@/lib/client/past";
import { useView } from "@/lib/client/use-view";
import { DAY_WINDOW, type HistoryWindow } from "@/lib/contract/url/history-window";
import { CHART_INCIDENTS, fleetIncidentsQuery } from "@/lib/contract/url/incidents-query";
import { type IncidentRow, type IncidentsHead, listedIncidentState } from "@/lib/contract/views/incidents";
import type { ViewStateOf } from "@/lib/contract/views/view";

/** The most incidents on the pages Fleet and On call. */
export const MOST_INCIDENTS = 5;

/** The incidents of a page, worst first, ended ones last. */
export interface FleetIncidentRows {
  readonly head: IncidentsHead;
  /** All incidents, for the page's chart. */
  readonly all: readonly IncidentRow[];
  /** Open and recovering incidents outside of maintenance. */
  readonly active: readonly IncidentRow[];
  /** Incidents that ended in the window. `endedMore`: the number of further ones that are not loaded. */
  readonly ended: readonly IncidentRow[];
  readonly endedMore: number;
}

/** Why there are no incidents to show: "reading" = not loaded yet; "unknown" = the history is not recorded or still loading. */
export type FleetIncidentsState = FleetIncidentRows | "reading" | "unknown";

/**
 * Returns the open incidents of a page and those that ended in its chart's window. `query`: canonical query for clusters and namespaces. `window`:
 * null = a day. `initial`: the view that the server rendered, for a day.
 */
export function useFleetIncidents(query: string, window: HistoryWindow | null, initial: ViewStateOf<"incidents"> | null): FleetIncidentsState {
  const { state, problem } = useView("incidents", fleetIncidentsQuery(query, window ?? DAY_WINDOW), CHART_INCIDENTS, window === null ? initial : null);
  const isPast = usePast() !== null;
  return useMemo(() => {
    if (state === null) return problem === null ? "reading" : "unknown";
    return state.head.since === null && !isPast ? "unknown" : fleetIncidentRows(state);
  }, [state, problem, isPast]);
}

function fleetIncidentRows({ head, rows }: ViewStateOf<"incidents">): FleetIncidentRows {
  const inState = (...states: readonly string[]) => rows.filter((row) => states.includes(listedIncidentState(row)));
  const ended = inState("over");
  const endedCount = head.facets.find(({ key }) => key === "state")?.values.find(({ value }) => value === "over")?.count ?? ended.length;
  return { head, all: rows, active: inState("open", "recovering"), ended, endedMore: Math.max(0, endedCount - ended.length) };
}
