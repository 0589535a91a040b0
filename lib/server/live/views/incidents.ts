import { parseIncidentsQuery } from "@/lib/contract/url/incidents-query";
import type { ListedIncidentState } from "@/lib/contract/url/list-filters";
import { type IncidentsHead, listedIncidentState } from "@/lib/contract/views/incidents";
import { firstIncidentPage, matchingIncidents } from "@/lib/server/incidents/incident-list";
import { type FleetOfIncidentList, type VisibleIncident, VisibleIncidents } from "@/lib/server/incidents/visible-incidents";
import { type OpenView, UnreadableQuery } from "@/lib/server/live/view-source";
import { atTurn } from "./at-turn";
import { watchGroups } from "./watch-groups";

/** A list of incidents needs less of a fleet than other views. */
interface OpenIncidentsParts extends Omit<Parameters<OpenView<"incidents">>[0], "fleet" | "lists"> {
  readonly fleet: FleetOfIncidentList;
}

/** The incidents of which the viewer sees a part: those that are not over, and the last ended ones. */
export function openIncidents({ fleet, viewer, query, offset, limit, changed }: OpenIncidentsParts): ReturnType<OpenView<"incidents">> {
  const parsed = parseIncidentsQuery(query);
  const { invalid } = parsed;
  if (invalid !== null) throw new UnreadableQuery(`${invalid.field}: ${invalid.text}`);
  const visible = new VisibleIncidents(fleet, viewer.scope);
  const unhook = fleet.incidentMemory?.hook(changed);
  // Titles show the totals of groups in these places.
  let shown: ReadonlySet<string> = new Set();
  const unwatch = watchGroups(fleet, viewer.scope, ({ cluster, namespace }) => shown.has(placeKey(cluster, namespace)), changed);
  const turn = atTurn(fleet.now, changed);
  return {
    compute: () => {
      const all = visible.now(parsed);
      shown = new Set(all.flatMap(placesOf));
      const ends = all.flatMap(({ endsAt }) => endsAt ?? []);
      turn.set(ends.length === 0 ? null : Math.min(...ends));
      const now = fleet.now();
      const { matched, facets } = matchingIncidents(all, parsed, now);
      const count = (state: ListedIncidentState) => all.filter(({ row }) => listedIncidentState(row) === state).length;
      const head: IncidentsHead = {
        ...{ total: all.length, matched: matched.length, facets: [...facets], problem: null },
        ...firstIncidentPage(matched, parsed, { olderThan: fleet.incidentMemory?.olderThan ?? null, now }),
        ...{ open: count("open"), recovering: count("recovering"), planned: count("planned") },
        ...{ longRunning: count("long-running"), over: count("over") },
        since: fleet.incidentMemory?.since ?? null,
      };
      return { head, rows: matched.slice(offset, offset + limit).map(({ row }) => row) };
    },
    close: () => {
      turn.close();
      unwatch();
      unhook?.();
    },
  };
}

/** The namespaces of an incident whose title shows the total of a group. */
function placesOf({ row: { state, title }, namespaces }: VisibleIncident): readonly string[] {
  return state === "over" || title.groupSize === null ? [] : namespaces.map((namespace) => placeKey(title.cluster, namespace));
}

function placeKey(cluster: string, namespace: string): string {
  return `${cluster}/${namespace}`;
}
