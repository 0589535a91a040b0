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

/** The cards of a wall display: the incidents that are not over, the worst first; the groups in trouble while incidents are not known. */
export function useWallCards(groups: readonly GroupRow[], { incidents }: TroubleOfFleet, query: string): readonly WallCard[] {
  const { state } = useView("incidents", incidents === null ? null : incidentsViewQuery(query), WINDOW, null);
  const to = useOfServerNow(minuteOf);
  const rows = state?.rows ?? null;
  return useMemo(() => {
    if (rows === null) return groups.map((group) => ({ id: group.id, incident: null, group }));
    const numbers = chartNumbers(incidentEvents(rows), { from: to - DAY_MS, to });
    return rows
      .filter(isShown)
      .map((incident) => ({ id: incident.id, incident, number: numbers.get(incident.id) ?? null, group: onlyGroup(incident, groups) }));
  }, [rows, groups, to]);
}

function isShown(row: IncidentRow): boolean {
  return row.state !== "over" && listedIncidentState(row) !== "planned";
}

/** The only group of an incident, if it is one of the rows. */
function onlyGroup({ title }: IncidentRow, groups: readonly GroupRow[]): GroupRow | null {
  const [only, ...others] = title.groups;
  if (only === undefined || others.length + title.moreGroups > 0) return null;
  return groups.find(({ cluster, namespace, name }) => cluster === title.cluster && `${namespace}/${name}` === only) ?? null;
}
