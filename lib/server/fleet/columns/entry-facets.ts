import { EMPTY_FACET_VALUE, type MachineFacet, type Term } from "@/lib/contract/url/filter-term";
import type { ListQuery } from "@/lib/contract/url/list-query";
import { STATES } from "@/lib/domain/verdict/verdict";
import type { FleetStore } from "./fleet-store";
import { BY_FACET } from "./listed-fields";

/** The value of a facet for one entry, as a number for which `facetText` has the words: it stays the same for as long as an entry has it. */
export function facetNumber(store: FleetStore, facet: MachineFacet, slot: number): number {
  const { columns } = store;
  switch (facet) {
    case "state":
      return columns.derivedBytes.state[slot] ?? 0;
    case "group":
      return columns.int("group", slot);
    case "cluster":
    case "namespace":
      return columns.int("place", slot);
    default:
      return columns.int(describedFacet(facet).column, slot);
  }
}

/** A value as the filter box spells it. Several numbers may be one word: groups without a name, namespaces of one cluster. */
export function facetText(store: FleetStore, facet: MachineFacet, value: number): string {
  switch (facet) {
    case "state":
      return STATES[value] ?? "unreadable";
    case "group": {
      const record = store.groups.at(value);
      return record.name === "" ? EMPTY_FACET_VALUE : `${record.place.namespace}/${record.name}`;
    }
    case "cluster":
      return store.places.at(value).cluster;
    case "namespace":
      return store.places.at(value).namespace;
    default:
      return describedFacet(facet).wordOf(store, value) || EMPTY_FACET_VALUE;
  }
}

/** A facet that is a field of the entry, as the description of fields has it. */
function describedFacet(facet: MachineFacet) {
  const described = BY_FACET.get(facet);
  if (described?.column === undefined || described.column === null) throw new Error(`no field has the facet ${facet}`);
  return { column: described.column, wordOf: described.wordOf };
}

/** Tests one value of a facet, by its number: any of the wanted ones, none of the unwanted ones. */
export type FacetTest = (value: number) => boolean;

/** The facets that a query restricts, each with its test. */
export function facetTests(store: FleetStore, query: ListQuery): ReadonlyMap<MachineFacet, FacetTest> {
  const byFacet = new Map<MachineFacet, (Term & { kind: "facet" })[]>();
  for (const term of query.terms) if (term.kind === "facet") byFacet.set(term.facet, [...(byFacet.get(term.facet) ?? []), term]);
  return new Map([...byFacet].map(([facet, terms]) => [facet, testOf(store, facet, terms)] as const));
}

function testOf(store: FleetStore, facet: MachineFacet, terms: readonly (Term & { kind: "facet" })[]): FacetTest {
  const wanted = new Set(terms.filter((term) => !term.negated).map((term) => term.value));
  const unwanted = new Set(terms.filter((term) => term.negated).map((term) => term.value));
  return (value) => {
    const spellings = spellingsOf(facet, facetText(store, facet, value));
    if (spellings.some((one) => unwanted.has(one))) return false;
    return wanted.size === 0 || spellings.some((one) => wanted.has(one));
  };
}

/** A group may be named without its namespace, unless its name is the word for "without a group". */
export function spellingsOf(facet: MachineFacet, value: string): readonly string[] {
  if (facet !== "group" || value === EMPTY_FACET_VALUE) return [value];
  const short = value.slice(value.indexOf("/") + 1);
  return short === EMPTY_FACET_VALUE ? [value] : [value, short];
}
