import type { Term } from "./filter-term";
import { formatWindow, type HistoryWindow, parseWindow } from "./history-window";
import { formatListQuery, hasTerm, type ListQuery, parseMachinesQuery } from "./list-query";

/** The window of a list of lost machines if the address has none. */
export const DEFAULT_LOSS_WINDOW: HistoryWindow = { kind: "last", name: "24h" };

/** The filter term for lost machines. */
export const LOST_MACHINES_TERM: Term & { kind: "facet" } = { kind: "facet", facet: "state", value: "vanished", negated: false };

/** Returns true if a list includes lost machines. These are in the history and in no cluster. */
export function includesLost({ terms }: Pick<ListQuery, "terms">): boolean {
  return terms.some((term) => term.kind === "facet" && term.facet === "state" && term.value === "vanished" && !term.negated);
}

/** Formats the query of the view "entries": that of the list, and for lost machines the window of their loss. Equal queries give equal strings. */
export function entriesViewQuery(query: ListQuery, window: HistoryWindow | null): string {
  const spelled = formatListQuery(query);
  return window === null || !includesLost(query) ? spelled : `${spelled}&window=${formatWindow(window)}`;
}

/** Returns the window in which the machines of a view were lost; null if the view does not include lost machines. */
export function lossWindowOfView(query: string): HistoryWindow | null {
  if (!includesLost(parseMachinesQuery(query))) return null;
  return parseWindow(new URLSearchParams(query).get("window") ?? "") ?? DEFAULT_LOSS_WINDOW;
}

/** Returns true if the history answers this view even for the present: lost machines, and older incidents. */
export function isAnsweredByHistory(kind: string, query: string): boolean {
  return (kind === "entries" && lossWindowOfView(query) !== null) || (kind === "incidents" && /(^|&)before=/.test(query));
}

/** Returns the query without terms for states and without a sort order. */
export function withoutStatesAndSort(query: ListQuery): ListQuery {
  return { ...query, terms: query.terms.filter((term) => term.kind !== "facet" || term.facet !== "state"), sort: "" };
}

/** Returns the query of the same list for lost machines only, without a sort order. */
export function lostMachinesQuery(query: ListQuery): ListQuery {
  const { terms, ...rest } = withoutStatesAndSort(query);
  return { ...rest, terms: [...terms, LOST_MACHINES_TERM] };
}

/** True if the filter of a list has one of these states. */
export function filtersByState(query: ListQuery, states: readonly string[]): boolean {
  return states.some((value) => hasTerm(query, stateTerm(value)));
}

/**
 * Adds the states of a word to a filter, or removes them if the filter has one of them. Lost machines and registered ones are two lists, so a state of
 * one removes those of the other.
 */
export function toggleStateTerms(query: ListQuery, states: readonly string[]): readonly Term[] {
  if (filtersByState(query, states)) return query.terms.filter((term) => !isState(term) || !states.includes(term.value));
  const isLost = states.includes("vanished");
  return [...query.terms.filter((term) => !isState(term) || (term.value === "vanished") === isLost), ...states.map(stateTerm)];
}

function isState(term: Term): term is Term & { readonly kind: "facet" } {
  return term.kind === "facet" && term.facet === "state" && !term.negated;
}

function stateTerm(value: string): Term {
  return { kind: "facet", facet: "state", value, negated: false };
}
