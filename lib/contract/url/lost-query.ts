import type { Term } from "./filter-term";
import { formatWindow, type HistoryWindow, parseWindow } from "./history-window";
import { formatListQuery, hasTerm, type ListQuery, parseListQuery } from "./list-query";

/** How far back a list of the vanished reaches where nobody says. */
export const LOST_WINDOW: HistoryWindow = { kind: "last", name: "24h" };

/** The word that asks for machines that are gone. */
export const VANISHED: Term & { kind: "facet" } = { kind: "facet", facet: "state", value: "vanished", negated: false };

/** Does a list ask for machines that are gone? No cluster has these: the record is asked. */
export function includesLost({ terms }: Pick<ListQuery, "terms">): boolean {
  return terms.some((term) => term.kind === "facet" && term.facet === "state" && term.value === "vanished" && !term.negated);
}

/** The query of the view "entries": the list's, and for machines that are gone the window in which they went. Equal questions give equal strings. */
export function entriesQuery(query: ListQuery, window: HistoryWindow | null): string {
  const spelled = formatListQuery(query);
  return window === null || !includesLost(query) ? spelled : `${spelled}&window=${formatWindow(window)}`;
}

/** The window in which machines went that a view's query asks for; null where it asks for those that are there. */
export function lostWindowOf(query: string): HistoryWindow | null {
  if (!includesLost(parseListQuery(query))) return null;
  return parseWindow(new URLSearchParams(query).get("window") ?? "") ?? LOST_WINDOW;
}

/** Is a view one that the record answers even now? */
export function isOfHistory(kind: string, query: string): boolean {
  return kind === "entries" && lostWindowOf(query) !== null;
}

/** The same list with no word about states, or with the one for those that are gone: its other half. */
export function withoutStates(query: ListQuery): ListQuery {
  return { ...query, terms: query.terms.filter((term) => term.kind !== "facet" || term.facet !== "state"), sort: "" };
}

export function onlyVanished(query: ListQuery): ListQuery {
  const { terms, ...rest } = withoutStates(query);
  return { ...rest, terms: [...terms, VANISHED] };
}

/** True if the filter of a list has one of these states. */
export function includesState(query: ListQuery, states: readonly string[]): boolean {
  return states.some((value) => hasTerm(query, stateTerm(value)));
}

/**
 * Adds the states of a word to a filter, or removes them if the filter has one of them. Lost machines and registered ones are two lists, so a state of
 * one removes those of the other.
 */
export function toggleStates(query: ListQuery, states: readonly string[]): readonly Term[] {
  if (includesState(query, states)) return query.terms.filter((term) => !isState(term) || !states.includes(term.value));
  const isLost = states.includes("vanished");
  return [...query.terms.filter((term) => !isState(term) || (term.value === "vanished") === isLost), ...states.map(stateTerm)];
}

function isState(term: Term): term is Term & { readonly kind: "facet" } {
  return term.kind === "facet" && term.facet === "state" && !term.negated;
}

function stateTerm(value: string): Term {
  return { kind: "facet", facet: "state", value, negated: false };
}
