import type { Term } from "@/lib/contract/url/filter-term";
import { INCIDENT_FACETS, type IncidentFacet, parseIncidentsQuery } from "@/lib/contract/url/list-filters";
import type { IncidentsHead } from "@/lib/contract/views/incidents";
import type { IncidentState } from "@/lib/domain/incidents/incident";
import { incidentTitleText } from "@/lib/format/incident-title";
import { filteredList } from "@/lib/server/filtered-list";
import { type VisibleIncident, VisibleIncidents } from "@/lib/server/incidents/visible-incidents";
import type { OpenView } from "@/lib/server/live/view-source";
import { atTurn } from "./at-turn";
import { watchGroups } from "./watch-groups";

/** The most values of a facet. */
const MOST_VALUES = 40;

/** The incidents of which the viewer sees a part. */
export const openIncidents: OpenView<"incidents"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const parsed = parseIncidentsQuery(query);
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
      const { matched, facets } = filteredList(all, parsed.terms, { facets: INCIDENT_FACETS, valuesOf, matches, mostValues: MOST_VALUES });
      const count = (state: IncidentState) => all.filter(({ row }) => row.state === state).length;
      const head: IncidentsHead = {
        ...{ total: all.length, matched: matched.length, facets: [...facets] },
        ...{ open: count("open"), recovering: count("recovering"), longRunning: count("long-running"), over: count("over") },
        problem: parsed.sort === "" ? null : "This list cannot be sorted. The worst incident is first.",
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
};

/** The namespaces of an incident whose title shows the total of a group. */
function placesOf({ row: { state, title }, namespaces }: VisibleIncident): readonly string[] {
  return state === "over" || title.groupSize === null ? [] : namespaces.map((namespace) => placeKey(title.cluster, namespace));
}

function placeKey(cluster: string, namespace: string): string {
  return `${cluster}/${namespace}`;
}

function valuesOf({ row, incident, namespaces }: VisibleIncident, facet: IncidentFacet): readonly string[] {
  if (facet === "state") return [row.state];
  return facet === "cluster" ? incident.clusters : namespaces;
}

function matches(incident: VisibleIncident, term: Term<IncidentFacet>): boolean {
  if (term.kind === "facet") return valuesOf(incident, term.facet).includes(term.value);
  if (term.kind !== "text") return false;
  const { row } = incident;
  const texts = [row.id, incidentTitleText(row.title), ...row.title.groups, ...incident.namespaces];
  return texts.some((text) => text.toLowerCase().includes(term.text.toLowerCase()));
}
