import { EMPTY_FACET_VALUE, type Term } from "@/lib/contract/url/filter-term";
import { windowSpan } from "@/lib/contract/url/history-window";
import { formatIncidentCursor, type IncidentCursor, type IncidentsQuery } from "@/lib/contract/url/incidents-query";
import type { IncidentFacet } from "@/lib/contract/url/list-filters";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { History } from "@/lib/server/history/history";
import { canMatchEnded, INCIDENTS_PER_PAGE, matchingIncidents } from "./incident-list";
import { listedIncident } from "./visible-incidents";

/** A rare word would read the whole history: a page then has fewer rows, and the next one continues. */
const MOST_READS = 20;

interface EndedIncidentsParts {
  readonly history: Pick<History, "endedIncidents">;
  readonly fleet: FleetReader;
}

/** A page of stored incidents that are over. `next`: the value of `before` for the next page; null = this is the last one. */
interface EndedIncidents {
  readonly rows: readonly IncidentRow[];
  readonly next: string | null;
}

/**
 * Returns a page of the incidents that are over, from the history: those that match a query, by the visible part of each, the last ended first. The history
 * narrows by clusters, namespaces, window and single values; this function applies the whole filter.
 */
export async function endedIncidents({ history, fleet }: EndedIncidentsParts, scope: Scope, query: IncidentsQuery): Promise<EndedIncidents> {
  const rows: IncidentRow[] = [];
  if (!canMatchEnded(query)) return { rows, next: null };
  const now = fleet.now();
  const narrowed = {
    ...{ clusters: query.clusters, namespaces: query.namespaces },
    ...{ group: groupName(query.terms), zone: onlyValue(query.terms, "zone"), service: onlyValue(query.terms, "service") },
    span: query.window === null ? null : windowSpan(query.window, now),
  };
  let { before } = query;
  for (let read = 0; read < MOST_READS; read++) {
    const page = await history.endedIncidents({ ...narrowed, before }, scope);
    const listed = page.rows.map(({ incident, isWhole }) => listedIncident(incident, !isWhole, now));
    const room = INCIDENTS_PER_PAGE - rows.length;
    const { matched } = matchingIncidents(listed, query, now);
    rows.push(...matched.slice(0, room).map(({ row }) => row));
    const last = matched.length > room ? rows.at(-1) : listed.at(-1)?.row;
    if (last === undefined || (page.isLast && matched.length <= room)) return { rows, next: null };
    before = { kind: "key", key: last.id } satisfies IncidentCursor;
    if (rows.length === INCIDENTS_PER_PAGE) break;
  }
  return { rows, next: before === null ? null : formatIncidentCursor(before) };
}

type FacetTerm = Extract<Term<IncidentFacet>, { readonly kind: "facet" }>;

/** The only value of a facet that a filter wants; null = it wants several, or any. */
function onlyValue(terms: IncidentsQuery["terms"], facet: IncidentFacet): string | null {
  const wanted = terms.filter((term): term is FacetTerm => term.kind === "facet" && term.facet === facet && !term.negated);
  const value = wanted.length === 1 ? wanted[0]?.value : undefined;
  // An empty value is spelled "none", which may also be a name.
  return value === undefined || value === EMPTY_FACET_VALUE ? null : value;
}

function groupName(terms: IncidentsQuery["terms"]): string | null {
  const value = onlyValue(terms, "group");
  const name = value?.slice(value.indexOf("/") + 1);
  return name === undefined || name === EMPTY_FACET_VALUE ? null : name;
}
