import { EMPTY_FACET_VALUE, type Term } from "@/lib/contract/url/filter-term";
import { windowSpan } from "@/lib/contract/url/history-window";
import { formatIncidentCursor, type IncidentsQuery } from "@/lib/contract/url/incidents-query";
import { INCIDENT_FACETS, type IncidentFacet } from "@/lib/contract/url/list-filters";
import { type IncidentRow, type IncidentsHead, listedIncidentState } from "@/lib/contract/views/incidents";
import type { Facet } from "@/lib/contract/views/values";
import type { Incident } from "@/lib/domain/incidents/incident";
import { incidentTitleText } from "@/lib/format/incident-title";
import { filteredList } from "@/lib/server/filtered-list";

/** The most incidents of a page that are over. */
export const INCIDENTS_PER_PAGE = 50;
/** The most values of a facet. */
const MOST_VALUES = 40;

/** The visible part of an incident in a list, live or stored. */
export interface ListedIncident {
  readonly row: IncidentRow;
  readonly incident: Incident;
  /** The namespaces of its visible machines and services. */
  readonly namespaces: readonly string[];
}

/** Returns the incidents that match a query, in the same order, and the facets. Does not check clusters, namespaces and cursor. `now` in milliseconds. */
export function matchingIncidents<One extends ListedIncident>(
  all: readonly One[],
  { window, terms }: IncidentsQuery,
  now: number,
): { readonly matched: readonly One[]; readonly facets: readonly Facet[] } {
  const span = window === null ? null : windowSpan(window, now);
  const inTime = span === null ? all : all.filter(({ row }) => row.title.since <= span.to && (row.title.endedAt ?? span.from) >= span.from);
  return filteredList(inTime, terms, { facets: INCIDENT_FACETS, valuesOf, matches, mostValues: MOST_VALUES });
}

/** An incident with the moment at which the whole of it ended, in milliseconds: for the order of a list, and never sent. Null = it is not over. */
interface Ended extends ListedIncident {
  readonly wholeEndedAt: number | null;
}

/**
 * Returns the number of rows of the first page, the cursor of the next one (null = there is none), and whether the history has more in the window. `matched`: those that are not over, then the last ended
 * first. `olderThan`: before this moment in milliseconds more incidents ended than these; null = none did.
 */
export function firstIncidentPage(
  matched: readonly Ended[],
  query: IncidentsQuery,
  { olderThan, now }: { readonly olderThan: number | null; readonly now: number },
): Pick<IncidentsHead, "listed" | "next" | "hasOlder"> {
  let [listed, ended, last] = [0, 0, null as string | null];
  for (const { row, wholeEndedAt } of matched) {
    // Between older ones that are here, others may be missing.
    if (wholeEndedAt !== null && (ended++ === INCIDENTS_PER_PAGE || wholeEndedAt < (olderThan ?? 0))) break;
    if (wholeEndedAt !== null) last = row.id;
    listed++;
  }
  const from = query.window === null ? 0 : windowSpan(query.window, now).from;
  const hasOlder = olderThan !== null && olderThan > from;
  if (listed === matched.length && !(hasOlder && canMatchEnded(query))) return { listed, next: null, hasOlder };
  return { listed, next: last ?? (olderThan === null ? null : formatIncidentCursor({ kind: "moment", at: olderThan })), hasOlder };
}

/** False if the filter excludes all incidents that are over. They have no tier. */
export function canMatchEnded({ terms }: Pick<IncidentsQuery, "terms">): boolean {
  const facets = terms.filter((term) => term.kind === "facet");
  const states = facets.filter(({ facet, negated }) => facet === "state" && !negated).map(({ value }) => value);
  const isExcluded = facets.some(({ facet, negated, value }) => (facet === "state" && negated && value === "over") || (facet === "tier" && !negated));
  return !isExcluded && (states.length === 0 || states.includes("over")) && !terms.some(({ kind }) => kind === "misread");
}

function valuesOf({ row, incident, namespaces }: ListedIncident, facet: IncidentFacet): readonly string[] {
  switch (facet) {
    case "state":
      return [listedIncidentState(row)];
    case "tier":
      return row.tier === null ? [] : [String(row.tier)];
    case "group":
      return distinct(incident.members.map(({ machine: { namespace, group } }) => (group === "" ? "" : `${namespace}/${group}`)));
    case "zone":
      return distinct(incident.members.map(({ machine }) => machine.traits.zone ?? ""));
    case "service":
      return distinct(incident.services.map(({ service }) => service.host));
    case "cluster":
      return incident.clusters;
    case "namespace":
      return namespaces;
  }
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].map((value) => (value === "" ? EMPTY_FACET_VALUE : value));
}

function matches(listed: ListedIncident, term: Term<IncidentFacet>): boolean {
  if (term.kind === "facet") return spelledValues(listed, term.facet).includes(term.value);
  if (term.kind !== "text") return false;
  const { row, incident, namespaces } = listed;
  const text = term.text.toLowerCase();
  const texts = [row.id, incidentTitleText(row.title), ...namespaces, ...valuesOf(listed, "group"), ...incident.services.map(({ service }) => service.host)];
  return texts.some((one) => one.toLowerCase().includes(text));
}

/** The values of a facet in all their spellings: a group without its namespace, a service by its name. */
function spelledValues(listed: ListedIncident, facet: IncidentFacet): readonly string[] {
  const values = valuesOf(listed, facet);
  if (facet === "group") return [...values, ...values.map((value) => value.slice(value.indexOf("/") + 1)).filter((name) => name !== EMPTY_FACET_VALUE)];
  if (facet !== "service") return values;
  return [...values, ...listed.incident.services.map(({ service }) => `${service.namespace}/${service.name}`)];
}
