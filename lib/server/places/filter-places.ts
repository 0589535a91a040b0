import { NONE, type Term } from "@/lib/contract/url/filter-term";
import { PLACE_FACETS, type PlaceFacet } from "@/lib/contract/views/localities";
import type { Facet } from "@/lib/contract/views/rows";
import { compareText } from "@/lib/domain/object/compare-text";
import { placeKey, type PlaceShare } from "@/lib/domain/localities/locality-tree";

type PlaceTerm = Term<PlaceFacet>;

const MOST_VALUES = 12;

/** The shares of places that a filter leaves, with the facets of it: each counts the places that there would be without its own words. */
export function filteredPlaces(
  shares: readonly PlaceShare[],
  terms: readonly PlaceTerm[],
): { readonly matched: readonly PlaceShare[]; readonly facets: readonly Facet[] } {
  const matched: PlaceShare[] = [];
  const values = new Map(PLACE_FACETS.map((facet) => [facet, new Map<string, Set<string>>()] as const));
  for (const share of shares) {
    const failing = PLACE_FACETS.filter((facet) => !passesFacet(share, facet, terms));
    if (!passesWords(share, terms)) continue;
    if (failing.length === 0) matched.push(share);
    for (const facet of PLACE_FACETS) {
      if (failing.some((other) => other !== facet)) continue;
      const byValue = values.get(facet);
      const places = byValue?.get(facetValue(share, facet)) ?? new Set<string>();
      byValue?.set(facetValue(share, facet), places.add(keyOf(share)));
    }
  }
  return { matched, facets: PLACE_FACETS.map((key) => facetOf(key, values.get(key) ?? new Map())) };
}

function passesFacet(share: PlaceShare, facet: PlaceFacet, terms: readonly PlaceTerm[]): boolean {
  const own = terms.filter((term) => term.kind === "facet" && term.facet === facet) as Extract<PlaceTerm, { kind: "facet" }>[];
  const value = facetValue(share, facet);
  if (own.some((term) => term.negated && term.value === value)) return false;
  const wanted = own.filter(({ negated }) => !negated);
  return wanted.length === 0 || wanted.some((term) => term.value === value);
}

function passesWords({ place }: PlaceShare, terms: readonly PlaceTerm[]): boolean {
  const parts = place === null ? [] : [place.region, place.zone, place.subzone].map((part) => part.toLowerCase());
  return terms.every((term) => {
    if (term.kind === "facet") return true;
    const holds = term.kind === "text" && parts.some((part) => part.includes(term.text.toLowerCase()));
    return holds !== term.negated;
  });
}

function facetValue({ place }: PlaceShare, facet: PlaceFacet): string {
  return place?.[facet] || NONE;
}

function keyOf({ place }: PlaceShare): string {
  return place === null ? "?" : placeKey(place);
}

function facetOf(key: PlaceFacet, places: ReadonlyMap<string, ReadonlySet<string>>): Facet {
  const values = [...places].map(([value, there]) => ({ value, count: there.size })).sort((a, b) => b.count - a.count || compareText(a.value, b.value));
  return { key, values: values.slice(0, MOST_VALUES), more: Math.max(0, values.length - MOST_VALUES) };
}
