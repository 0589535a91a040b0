"use client";

import { useMemo } from "react";
import type { TroubleOfFleet } from "@/components/trouble/use-fleet-trouble";
import { useOfServerNow } from "@/lib/client/clock";
import { useView } from "@/lib/client/use-view";
import { incidentsViewQuery } from "@/lib/contract/url/incidents-query";
import type { GroupRow } from "@/lib/contract/views/groups";
import { type IncidentRow, listedIncidentState } from "@/lib/contract/views/incidents";
import { chartNumbers, incidentEvents } from "@/lib/domain/incidents/chart-number";
import { DAY_MS, minuteOf } from "@/lib/format/text/duration";
import type { WallCard } from "./wall-cards";

/** Most incidents that a wall display shows in turn. */
const WINDOW = { offset: 0, limit: 60 } as const;

/** Groups in the place of incidents would be replaced a moment later. */
const NOT_RECEIVED: readonly IncidentRow[] = [];

/** Requests the incidents, and returns the cards of a wall display. `groups`: the groups in trouble, the worst first. */
export function useWallCards(groups: readonly GroupRow[], { incidents }: TroubleOfFleet, query: string): readonly WallCard[] {
  const { state } = useView("incidents", incidents === null ? null : incidentsViewQuery(query), WINDOW, null);
  const to = useOfServerNow(minuteOf);
  const rows = incidents === null ? null : (state?.rows ?? NOT_RECEIVED);
  return useMemo(() => wallCards(rows, groups, { from: to - DAY_MS, to }), [rows, groups, to]);
}

/**
 * Returns the cards of a wall display: the incidents that are not over, each with its number in the chart of a span, and its only group if that is one of
 * `groups`. While incidents are not known, the groups. Milliseconds.
 */
export function wallCards(
  incidents: readonly IncidentRow[] | null,
  groups: readonly GroupRow[],
  span: { readonly from: number; readonly to: number },
): readonly WallCard[] {
  if (incidents === null) return groups.map((group) => ({ id: group.id, incident: null, group }));
  const numbers = chartNumbers(incidentEvents(incidents), span);
  return incidents.filter(isShown).map((incident) => {
    const { id } = incident;
    return { id, incident, number: numbers.get(id) ?? null, group: onlyGroup(incident, groups) };
  });
}

/** A planned incident is no trouble: maintenance announced it. */
function isShown(row: IncidentRow): boolean {
  return row.state !== "over" && listedIncidentState(row) !== "planned";
}

function onlyGroup({ title }: IncidentRow, groups: readonly GroupRow[]): GroupRow | null {
  const [only, ...others] = title.groups;
  if (only === undefined || others.length + title.moreGroups > 0) return null;
  return groups.find(({ cluster, namespace, name }) => cluster === title.cluster && `${namespace}/${name}` === only) ?? null;
}
