import type { FacetKey, ListQuery, Term } from "@/lib/contract/list-query";
import { STATES } from "@/lib/domain/verdict";
import { ORIGINS } from "./encode-entry";
import type { FleetStore } from "./fleet-store";

/** What an empty value is called in a facet and in a filter. */
export const NONE = "none";

/** The value of a facet for one entry, as the filter box spells it. */
export function facetValue(store: FleetStore, facet: FacetKey, slot: number): string {
  const columns = store.columns;
  switch (facet) {
    case "state":
      return STATES[columns.derivedBytes.state[slot] ?? 0] ?? "unreadable";
    case "group": {
      const record = store.groups.at(columns.int("group", slot));
      return record.name === "" ? NONE : `${record.place.namespace}/${record.name}`;
    }
    case "replica":
      return columns.text("controller", slot) || NONE;
    case "origin":
      return ORIGINS[columns.int("origin", slot)] ?? "unreadable";
    case "cluster":
      return store.places.at(columns.int("place", slot)).cluster;
    case "zone":
    case "region":
    case "network":
    case "revision":
      return columns.text(facet, slot) || NONE;
  }
}

/** Tests one facet of an entry: any of the wanted values, none of the unwanted ones. */
export type FacetTest = (slot: number) => boolean;

/** The facets that a query restricts, each with its test. */
export function facetTests(store: FleetStore, query: ListQuery): ReadonlyMap<FacetKey, FacetTest> {
  const byFacet = new Map<FacetKey, (Term & { kind: "facet" })[]>();
  for (const term of query.terms) if (term.kind === "facet") byFacet.set(term.facet, [...(byFacet.get(term.facet) ?? []), term]);
  return new Map([...byFacet].map(([facet, terms]) => [facet, testOf(store, facet, terms)] as const));
}

function testOf(store: FleetStore, facet: FacetKey, terms: readonly (Term & { kind: "facet" })[]): FacetTest {
  const wanted = new Set(terms.filter((term) => !term.negated).map((term) => term.value));
  const unwanted = new Set(terms.filter((term) => term.negated).map((term) => term.value));
  return (slot) => {
    const spellings = spellingsOf(facet, facetValue(store, facet, slot));
    if (spellings.some((value) => unwanted.has(value))) return false;
    return wanted.size === 0 || spellings.some((value) => wanted.has(value));
  };
}

/** A group may be named without its namespace, unless its name is the word for "without a group". */
function spellingsOf(facet: FacetKey, value: string): readonly string[] {
  if (facet !== "group" || value === NONE) return [value];
  const short = value.slice(value.indexOf("/") + 1);
  return short === NONE ? [value] : [value, short];
}
