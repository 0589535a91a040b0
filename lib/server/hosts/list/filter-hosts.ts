import type { Term } from "@/lib/contract/url/filter-term";
import { SERVICE_FACETS, type ServiceFacet } from "@/lib/contract/url/list-filters";
import type { Facet } from "@/lib/contract/views/values";
import { hostStatusWords } from "@/lib/format/host-words";
import { filteredList } from "@/lib/server/filtered-list";
import { ALL_CALLERS, type ListedHost } from "./host-row";

/** What of a list of hosts a filter leaves, with the facets of it: each counts what it would be without its own words. */
export interface FilteredHosts {
  readonly matched: ListedHost[];
  readonly facets: readonly Facet[];
}

type HostTerm = Term<ServiceFacet>;

const MOST_VALUES = 12;

/** Any of the wanted values of a facet or a label, none of the unwanted ones, and every other word. */
export function filteredHosts(hosts: readonly ListedHost[], terms: readonly HostTerm[]): FilteredHosts {
  return filteredList(hosts, terms, { facets: SERVICE_FACETS, valuesOf: ({ values }, facet) => values[facet], matches, mostValues: MOST_VALUES });
}

function matches({ object, row, values }: ListedHost, term: HostTerm): boolean {
  switch (term.kind) {
    case "misread":
    case "time":
      return false;
    case "text": {
      const needle = term.text.toLowerCase();
      return [row.host, `${row.namespace}/${row.name}`, row.managedBy, hostStatusWords(row.status)].some((text) => text.toLowerCase().includes(needle));
    }
    case "label":
      return (object.selector.selector ?? []).some(([key, value]) => key === term.key && (term.value === null || value === term.value));
    case "facet":
      return values[term.facet].includes(term.value) || (term.facet === "caller" && values.caller.includes(ALL_CALLERS));
  }
}
