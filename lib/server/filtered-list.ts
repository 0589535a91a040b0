import type { Term } from "@/lib/contract/url/filter-term";
import type { Facet } from "@/lib/contract/views/values";
import { compareText } from "@/lib/domain/object/compare-text";

/** How a filter reads the items of a list that is computed as a whole. */
export interface FilteredItems<T, F extends string> {
  readonly facets: readonly F[];
  /** The values that an item has of a facet; none = it has none. */
  readonly valuesOf: (item: T, facet: F) => readonly string[];
  /** Does a word of the filter hold, were it not negated? */
  readonly matches: (item: T, term: Term<F>) => boolean;
  /** So many values of a facet are told, the most frequent first. */
  readonly mostValues: number;
}

/** What of a list a filter leaves, with its facets: each counts what it would be without its own words. */
export function filteredList<T, F extends string>(
  items: Iterable<T>,
  terms: readonly Term<F>[],
  reading: FilteredItems<T, F>,
): { readonly matched: T[]; readonly facets: readonly Facet[] } {
  const matched: T[] = [];
  const counts = new Map<F, Map<string, number>>(reading.facets.map((facet) => [facet, new Map<string, number>()]));
  for (const item of items) {
    const failing = failingParts(item, terms, reading.matches);
    if (failing.size === 0) matched.push(item);
    for (const [facet, own] of counts) {
      if (failing.size > 1 || (failing.size === 1 && !failing.has(facet))) continue;
      for (const value of reading.valuesOf(item, facet)) own.set(value, (own.get(value) ?? 0) + 1);
    }
  }
  return { matched, facets: [...counts].map(([key, own]) => facetOf(key, own, reading.mostValues)) };
}

/** The parts of a filter that an item fails: facets by their names, labels by their keys, and each other word. One of several wanted values is enough. */
function failingParts<T, F extends string>(item: T, terms: readonly Term<F>[], matches: FilteredItems<T, F>["matches"]): ReadonlySet<string> {
  if (terms.length === 0) return NO_PARTS;
  const [passed, asked, failing] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const term of terms) {
    const part = partOf(term);
    const holds = matches(item, term) !== term.negated;
    if (term.negated || part === OTHER_WORD) {
      if (!holds) failing.add(part);
      continue;
    }
    asked.add(part);
    if (holds) passed.add(part);
  }
  for (const part of asked) if (!passed.has(part)) failing.add(part);
  return failing;
}

const NO_PARTS: ReadonlySet<string> = new Set();
/** No facet and no label is called so. */
const OTHER_WORD = "\n";

function partOf<F extends string>(term: Term<F>): string {
  if (term.kind === "facet") return term.facet;
  return term.kind === "label" ? `=${term.key}` : OTHER_WORD;
}

function facetOf(key: string, counts: ReadonlyMap<string, number>, most: number): Facet {
  const values = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count || compareText(a.value, b.value));
  return { key, values: values.slice(0, most), more: Math.max(0, values.length - most) };
}
