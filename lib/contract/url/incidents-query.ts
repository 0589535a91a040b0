import { formatTerm, type Term } from "./filter-term";
import { formatMoment, formatWindow, type HistoryWindow, parseMoment, parseWindow, WINDOW_SYNTAX_TEXT } from "./history-window";
import { INCIDENT_FILTER, type IncidentFacet, type ListedIncidentState } from "./list-filters";
import { formatListQuery, type ListQuery, parseListQueryWithGrammar } from "./list-query";

/** The query of the list of incidents. All of it is in the URL. */
export interface IncidentsQuery extends ListQuery<IncidentFacet> {
  /** Only incidents that were not over before its beginning and began by its end. Null = all that are stored. */
  readonly window: HistoryWindow | null;
  /** Only incidents that ended before this one; null = the first page, which begins with those that are not over. */
  readonly before: IncidentCursor | null;
  /** The first key of the address whose value is not valid, and how to correct it; null = all are valid. */
  readonly invalid: { readonly field: "window" | "before"; readonly text: string } | null;
}

/** The incident after which a page of the list begins, by its key; or a moment in milliseconds. */
export type IncidentCursor = { readonly kind: "key"; readonly key: string } | { readonly kind: "moment"; readonly at: number };

const KEY = /^[\w-]{1,64}$/;
/** A key is shorter than a moment in seconds. */
const MOMENT = /^\d{9,}$|:/;
const CURSOR_SYNTAX_TEXT = "the key of an incident, or a moment like 2026-08-12T04:16:12Z";

/** Reads the query of the list of incidents. It rejects nothing: see `invalid`. */
export function parseIncidentsQuery(search: URLSearchParams | string): IncidentsQuery {
  const params = typeof search === "string" ? new URLSearchParams(search) : search;
  const [window, before] = [params.get("window") ?? "", params.get("before") ?? ""];
  const read = { window: parseWindow(window), before: parseCursor(before) };
  const isBad = { window: window !== "" && read.window === null, before: before !== "" && read.before === null };
  const invalid = isBad.window
    ? ({ field: "window", text: `Write ${WINDOW_SYNTAX_TEXT}.` } as const)
    : isBad.before
      ? ({ field: "before", text: `Write ${CURSOR_SYNTAX_TEXT}.` } as const)
      : null;
  return { ...parseListQueryWithGrammar(INCIDENT_FILTER, params), sort: "", ...read, invalid };
}

/** Returns the canonical query of the view "incidents" for the query of an address. A value that is not valid stays, so that the server can name it. */
export function incidentsViewQuery(search: URLSearchParams | string): string {
  const params = typeof search === "string" ? new URLSearchParams(search) : search;
  const query: ListQuery<string> = parseIncidentsQuery(params);
  const own = new URLSearchParams();
  const [window, before] = [params.get("window") ?? "", params.get("before") ?? ""];
  if (window !== "") own.set("window", window.slice(0, LONGEST_VALUE));
  if (before !== "") own.set("before", before.slice(0, LONGEST_VALUE));
  return [formatListQuery(query), own.toString()].filter((part) => part !== "").join("&");
}

const LONGEST_VALUE = 64;

/** Returns the same query for the main list of the page: without a filter by state, long-running incidents are not part of it. */
export function mainIncidentsQuery(search: URLSearchParams): string {
  const query = parseIncidentsQuery(search);
  return query.terms.some(isState) ? incidentsViewQuery(search) : withState(search, query, { value: "long-running", negated: true });
}

/** Returns the query for the long-running incidents that match; null = the filter has states itself, or the page is not the first one. */
export function longRunningIncidentsQuery(search: URLSearchParams): string | null {
  const query = parseIncidentsQuery(search);
  return query.terms.some(isState) || query.before !== null ? null : withState(search, query, { value: "long-running", negated: false });
}

/** The incidents of a page with a chart: the open ones, and those that ended in its window. One size, so that rows and chart are one subscription. */
export const CHART_INCIDENTS = { offset: 0, limit: 60 } as const;

/** Returns the query for the incidents of a fleet in a window: those that are not over, and those that ended in it. `query`: clusters and namespaces, in canonical form. */
export function fleetIncidentsQuery(query: string, window: HistoryWindow): string {
  const params = new URLSearchParams(query);
  params.set("window", formatWindow(window));
  return incidentsViewQuery(params);
}

/** Returns the query of the list of the incidents that ended in a window. */
export function endedIncidentsQuery(query: string, window: HistoryWindow): string {
  const params = new URLSearchParams(fleetIncidentsQuery(query, window));
  return withState(params, parseIncidentsQuery(params), { value: "over", negated: false });
}

function isState(term: Term<IncidentFacet>): boolean {
  return term.kind === "facet" && term.facet === "state";
}

function withState(search: URLSearchParams, { terms }: IncidentsQuery, state: { readonly value: ListedIncidentState; readonly negated: boolean }): string {
  const params = new URLSearchParams(search);
  params.set("q", [...terms, { kind: "facet", facet: "state", ...state } as const].map(formatTerm).join(" "));
  return incidentsViewQuery(params);
}

/** Formats a cursor as the value of `before=`. */
export function formatIncidentCursor(cursor: IncidentCursor): string {
  return cursor.kind === "key" ? cursor.key : formatMoment(cursor.at);
}

function parseCursor(text: string): IncidentCursor | null {
  if (MOMENT.test(text)) {
    const at = parseMoment(text);
    return at === null ? null : { kind: "moment", at };
  }
  return KEY.test(text) ? { kind: "key", key: text } : null;
}
