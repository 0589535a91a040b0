import type { Term } from "./filter-term";
import { formatWindow, type HistoryWindow, parseWindow } from "./history-window";
import { formatListQuery, hasTerm, type ListQuery, parseListQuery, toggleTerm } from "./list-query";

/** How far back a list of the vanished reaches where nobody says. */
export const LOST_WINDOW: HistoryWindow = { kind: "last", name: "24h" };

/** The word that asks for machines that are gone. */
export const VANISHED: Term & { kind: "facet" } = { kind: "facet", facet: "state", value: "vanished", negated: false };

/** Does a list ask for machines that are gone? No cluster has these: the record is asked. */
export function asksForLost({ terms }: Pick<ListQuery, "terms">): boolean {
  return terms.some((term) => term.kind === "facet" && term.facet === "state" && term.value === "vanished" && !term.negated);
}

/** The query of the view "entries": the list's, and for machines that are gone the window in which they went. Equal questions give equal strings. */
export function entriesQuery(query: ListQuery, window: HistoryWindow | null): string {
  const spelled = formatListQuery(query);
  return window === null || !asksForLost(query) ? spelled : `${spelled}&window=${formatWindow(window)}`;
}

/** The window in which machines went that a view's query asks for; null where it asks for those that are there. */
export function lostWindowOf(query: string): HistoryWindow | null {
  if (!asksForLost(parseListQuery(query))) return null;
  return parseWindow(new URLSearchParams(query).get("window") ?? "") ?? LOST_WINDOW;
}

/** Is a view one that the record answers even now? */
export function isOfRecord(kind: string, query: string): boolean {
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

/** What a click on a state does: those that vanished and those that are there are two lists, so choosing one half leaves the other. */
export function toggleState(query: ListQuery, term: Term & { readonly kind: "facet" }): readonly Term[] {
  const leaves = (other: Term) =>
    other.kind === "facet" &&
    other.facet === "state" &&
    !other.negated &&
    (term.value === "vanished") !== (other.value === "vanished") &&
    !hasTerm(query, term);
  return toggleTerm({ ...query, terms: query.terms.filter((other) => !leaves(other)) }, term).terms;
}
