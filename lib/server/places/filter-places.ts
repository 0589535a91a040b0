import { EMPTY_FACET_VALUE, type Term } from "@/lib/contract/url/filter-term";
import { LOCALITY_FACETS, type LocalityFacet } from "@/lib/contract/views/localities";
import type { Facet } from "@/lib/contract/views/values";
import { localityKey, type MembersOfLocality } from "@/lib/domain/localities/locality-tree";
import { compareText } from "@/lib/domain/object/compare-text";

type PlaceTerm = Term<LocalityFacet>;

const MOST_VALUES = 12;

/** The shares of places that a filter leaves, with the facets of it: each counts the places that there would be without its own words. */
export function filteredPlaces(
  shares: readonly MembersOfLocality[],
  terms: readonly PlaceTerm[],
): { readonly matched: readonly MembersOfLocality[]; readonly facets: readonly Facet[] } {
  const matched: MembersOfLocality[] = [];
  const values = new Map(LOCALITY_FACETS.map((facet) => [facet, new Map<string, Set<string>>()] as const));
  for (const share of shares) {
    const failing = LOCALITY_FACETS.filter((facet) => !passesFacet(share, facet, terms));
    if (!passesWords(share, terms)) continue;
    if (failing.length === 0) matched.push(share);
    for (const facet of LOCALITY_FACETS) {
      if (failing.some((other) => other !== facet)) continue;
      const byValue = values.get(facet);
      const places = byValue?.get(facetValue(share, facet)) ?? new Set<string>();
      byValue?.set(facetValue(share, facet), places.add(keyOf(share)));
    }
  }
  return { matched, facets: LOCALITY_FACETS.map((key) => facetOf(key, values.get(key) ?? new Map())) };
}

function passesFacet(share: MembersOfLocality, facet: LocalityFacet, terms: readonly PlaceTerm[]): boolean {
  const own = terms.filter((term) => term.kind === "facet" && term.facet === facet) as Extract<PlaceTerm, { kind: "facet" }>[];
  const value = facetValue(share, facet);
  if (own.some((term) => term.negated && term.value === value)) return false;
  const wanted = own.filter(({ negated }) => !negated);
  return wanted.length === 0 || wanted.some((term) => term.value === value);
}

function passesWords({ place }: MembersOfLocality, terms: readonly PlaceTerm[]): boolean {
  const parts = place === null ? [] : [place.region, place.zone, place.subzone].map((part) => part.toLowerCase());
  return terms.every((term) => {
    if (term.kind === "facet") return true;
    const holds = term.kind === "text" && parts.some((part) => part.includes(term.text.toLowerCase()));
    return holds !== term.negated;
  });
}

function facetValue({ place }: MembersOfLocality, facet: LocalityFacet): string {
  return place?.[facet] || EMPTY_FACET_VALUE;
}

function keyOf({ place }: MembersOfLocality): string {
  return place === null ? "?" : localityKey(place);
}

function facetOf(key: LocalityFacet, places: ReadonlyMap<string, ReadonlySet<string>>): Facet {
  const values = [...places].map(([value, there]) => ({ value, count: there.size })).sort((a, b) => b.count - a.count || compareText(a.value, b.value));
  return { key, values: values.slice(0, MOST_VALUES), more: Math.max(0, values.length - MOST_VALUES) };
}
