"use client";

import { ChipButton } from "@/components/ui/chip";
import type { Term } from "@/lib/contract/url/filter-term";
import { hasTerm, toggleTerm } from "@/lib/contract/url/list-query";
import type { Facet } from "@/lib/contract/views/values";
import { formatNumber } from "@/lib/format/text/numbers";
import type { ListUrl } from "./use-list-url";

export interface FacetChipsProps<F extends string> {
  readonly facets: readonly Facet[];
  readonly url: ListUrl<F>;
  /** What is asked most often; the other keys are completed in the filter. */
  readonly shown: readonly F[];
  /** Values that have an order of their own; what has none, the most frequent first. */
  readonly order: readonly string[];
  readonly wordsOf: (facet: F, value: string) => string;
  /** What a phone unfolds. */
  readonly summary: string;
  /** So many values of a facet at most. */
  readonly most?: number;
  /** True for a value that more rows have than are counted. */
  readonly isAtLeast?: (facet: F, value: string) => boolean;
}

/** What a list is made of, as chips: one filters by a value, another time takes that back. */
export function FacetChips<F extends string>(props: FacetChipsProps<F>) {
  const { facets, url, shown, order, wordsOf, summary, most = Number.POSITIVE_INFINITY, isAtLeast = () => false } = props;
  const parts = shown.flatMap((key) => {
    const values = inOrder(facets.find((facet) => facet.key === key)?.values ?? [], order).slice(0, most);
    return values.length > 1 || values.some(({ value }) => hasTerm(url.query, termOf(key, value))) ? [{ key, values }] : [];
  });
  if (parts.length === 0) return null;
  const chips = parts.map(({ key, values }) => <ChipsOfFacet key={key} facet={key} values={values} url={url} wordsOf={wordsOf} isAtLeast={isAtLeast} />);
  return (
    <div data-controls="" className="mb-2.5">
      <div className="flex flex-wrap gap-x-4 gap-y-1.5 max-desk:hidden">{chips}</div>
      <details className="border-b border-line pb-2 desk:hidden">
        <summary className="flex min-h-11 items-center text-ink-2">{summary}</summary>
        <div className="grid gap-2">{chips}</div>
      </details>
    </div>
  );
}

interface ChipsOfFacetProps<F extends string> extends Required<Pick<FacetChipsProps<F>, "url" | "wordsOf" | "isAtLeast">> {
  readonly facet: F;
  readonly values: Facet["values"];
}

function ChipsOfFacet<F extends string>({ facet, values, url, wordsOf, isAtLeast }: ChipsOfFacetProps<F>) {
  return (
    <section aria-label={`Filter by ${facet}`} className="flex flex-wrap gap-1">
      {values.map(({ value, count }) => {
        const term = termOf(facet, value);
        const on = hasTerm(url.query, term);
        return (
          <ChipButton
            key={value}
            on={on}
            aria-pressed={on}
            data-facet={facet}
            data-value={value}
            className="font-sans"
            onClick={() => url.go({ terms: toggleTerm(url.query, term).terms })}
          >
            {wordsOf(facet, value)}{" "}
            <span className="tabular-nums text-ink-3">
              {formatNumber(count)}
              {isAtLeast(facet, value) && "+"}
            </span>
          </ChipButton>
        );
      })}
    </section>
  );
}

function termOf<F extends string>(facet: F, value: string): Term<F> {
  return { kind: "facet", facet, value, negated: false };
}

function inOrder(values: Facet["values"], order: readonly string[]): Facet["values"] {
  return [...values].sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
}
