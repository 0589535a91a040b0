"use client";

import { useMemo } from "react";
import { usePast } from "@/lib/client/past";
import { useView } from "@/lib/client/use-view";
import { DAY_WINDOW, type HistoryWindow } from "@/lib/contract/url/history-window";
import { CHART_INCIDENTS, fleetIncidentsQuery } from "@/lib/contract/url/incidents-query";
import { type IncidentRow, type IncidentsHead, listedIncidentState } from "@/lib/contract/views/incidents";
import type { ViewStateOf } from "@/lib/contract/views/view";

/** The most incidents that Fleet and On call list. */
export const MOST_INCIDENTS = 5;

/** The incidents of a page, in the order of the view: the worst first, those that are over last. */
interface FleetIncidentRows {
  readonly head: IncidentsHead;
  /** All rows, for the chart of the page. */
  readonly all: readonly IncidentRow[];
  /** Those that are open or recovering, and not planned. */
  readonly active: readonly IncidentRow[];
  /** Those that ended in the window. `endedMore`: the number of further ones. */
  readonly ended: readonly IncidentRow[];
  readonly endedMore: number;
}

/** Why there are no rows: "reading" = not received yet, "unknown" = the history is not recorded, or is being read. */
export type FleetIncidentsState = FleetIncidentRows | "reading" | "unknown";

/**
 * The open incidents of a page, and those that ended in the window of its chart. `query`: the canonical query of clusters and namespaces. `window`: null = a day.
 * `initial`: the view in the HTML of the page, of a day.
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
