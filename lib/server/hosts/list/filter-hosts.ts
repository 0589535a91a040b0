import type { Term } from "@/lib/contract/filter-term";
import { HOST_FACETS, type HostFacet } from "@/lib/contract/host-filter";
import type { Facet } from "@/lib/contract/rows";
import { hostStatusWords } from "@/lib/format/host-words";
import { compareText } from "@/lib/server/compare-text";
import { ALL_CALLERS, type ListedHost } from "./host-row";

/** What of a list of hosts a filter leaves, with the facets of it: each counts what it would be without its own words. */
export interface FilteredHosts {
  readonly matched: ListedHost[];
  readonly facets: readonly Facet[];
}

type HostTerm = Term<HostFacet>;

const MOST_VALUES = 12;

/** Any of the wanted values of a facet or a label, none of the unwanted ones, and every other word. */
export function filteredHosts(hosts: readonly ListedHost[], terms: readonly HostTerm[]): FilteredHosts {
  const matched: ListedHost[] = [];
  const counts = new Map<HostFacet, Map<string, number>>(HOST_FACETS.map((facet) => [facet, new Map<string, number>()]));
  for (const host of hosts) {
    const failing = failingParts(host, terms);
    if (failing.size === 0) matched.push(host);
    for (const facet of HOST_FACETS) {
      if (failing.size > 1 || (failing.size === 1 && !failing.has(facet))) continue;
      const own = counts.get(facet);
      for (const value of host.values[facet]) own?.set(value, (own.get(value) ?? 0) + 1);
    }
  }
  return { matched, facets: HOST_FACETS.map((key) => facetOf(key, counts.get(key) ?? new Map<string, number>())) };
}

/** The parts of a filter that a host fails: facets by their names, labels by their keys, and each other word. */
function failingParts(host: ListedHost, terms: readonly HostTerm[]): ReadonlySet<string> {
  const passed = new Set<string>();
  const asked = new Set<string>();
  const failing = new Set<string>();
  for (const term of terms) {
    const part = partOf(term);
    const holds = matches(host, term) !== term.negated;
    if (term.negated || term.kind === "text" || term.kind === "misread") {
      if (!holds) failing.add(part);
      continue;
    }
    asked.add(part);
    if (holds) passed.add(part);
  }
  for (const part of asked) if (!passed.has(part)) failing.add(part);
  return failing;
}

function partOf(term: HostTerm): string {
  if (term.kind === "facet") return term.facet;
  return term.kind === "label" ? `=${term.key}` : "\n";
}

function matches({ object, row, values }: ListedHost, term: HostTerm): boolean {
  switch (term.kind) {
    case "misread":
    case "time":
      return false;
    case "text": {
      const needle = term.text.toLowerCase();
      return [row.host, `${row.namespace}/${row.name}`, hostStatusWords(row.status)].some((text) => text.toLowerCase().includes(needle));
    }
    case "label":
      return (object.selector.selector ?? []).some(([key, value]) => key === term.key && (term.value === null || value === term.value));
    case "facet":
      return values[term.facet].includes(term.value) || (term.facet === "caller" && values.caller.includes(ALL_CALLERS));
  }
}

function facetOf(key: HostFacet, counts: ReadonlyMap<string, number>): Facet {
  const values = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count || compareText(a.value, b.value));
  return { key, values: values.slice(0, MOST_VALUES), more: Math.max(0, values.length - MOST_VALUES) };
}
