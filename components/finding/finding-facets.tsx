"use client";

import type { ListUrl } from "@/components/table/use-list-url";
import { ChipButton } from "@/components/ui/chip";
import type { Term } from "@/lib/contract/filter-term";
import type { FindingFacet } from "@/lib/contract/finding-filter";
import { hasTerm, toggleTerm } from "@/lib/contract/list-query";
import type { Facet } from "@/lib/contract/rows";
import { FINDING_SEVERITIES } from "@/lib/domain/findings/rule";
import { formatCount } from "@/lib/format/count";
import { findingFacetWords } from "@/lib/format/findings/severity-words";

/** What is asked of findings most often; rules and clusters are completed in the filter. */
const SHOWN = ["severity", "kind", "namespace"] as const satisfies readonly FindingFacet[];
const MOST_CHIPS = 8;

interface FindingFacetsProps {
  readonly facets: readonly Facet[];
  readonly url: ListUrl<FindingFacet>;
}

/** What the findings are made of, as chips: one filters by a value, another time takes that back. */
export function FindingFacets({ facets, url }: FindingFacetsProps) {
  const shown = SHOWN.flatMap((key) => {
    const values = inOrder(facets.find((facet) => facet.key === key)?.values ?? []).slice(0, MOST_CHIPS);
    return values.length > 1 || values.some(({ value }) => hasTerm(url.query, termOf(key, value))) ? [{ key, values }] : [];
  });
  if (shown.length === 0) return null;
  const chips = shown.map(({ key, values }) => <FacetChips key={key} facet={key} values={values} url={url} />);
  return (
    <div data-controls="" className="mb-2.5">
      <div className="flex flex-wrap gap-x-4 gap-y-1.5 max-desk:hidden">{chips}</div>
      <details className="border-b border-line pb-2 desk:hidden">
        <summary className="flex min-h-11 items-center text-ink-2">Filter by severity, what it is about …</summary>
        <div className="grid gap-2">{chips}</div>
      </details>
    </div>
  );
}

interface FacetChipsProps {
  readonly facet: FindingFacet;
  readonly values: Facet["values"];
  readonly url: ListUrl<FindingFacet>;
}

function FacetChips({ facet, values, url }: FacetChipsProps) {
  return (
    <section aria-label={`Filter by ${facet}`} className="flex flex-wrap gap-1">
      {values.map(({ value, count }) => {
        const term = termOf(facet, value);
        const on = hasTerm(url.query, term);
        return (
          <ChipButton key={value} on={on} aria-pressed={on} className="font-sans" onClick={() => url.go({ terms: toggleTerm(url.query, term).terms })}>
            {findingFacetWords(facet, value)} <span className="tabular-nums text-ink-3">{formatCount(count)}</span>
          </ChipButton>
        );
      })}
    </section>
  );
}

function termOf(facet: FindingFacet, value: string): Term<FindingFacet> {
  return { kind: "facet", facet, value, negated: false };
}

/** Severities in their own order; what has none, most findings first. */
function inOrder(values: Facet["values"]): Facet["values"] {
  const order: readonly string[] = FINDING_SEVERITIES;
  return [...values].sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
}
