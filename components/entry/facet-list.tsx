"use client";

import { clsx } from "clsx";
import { memo, useCallback } from "react";
import { CellSquare } from "@/components/state/cell-square";
import { StateSquare } from "@/components/state/state-square";
import { useStatus } from "@/lib/client/status";
import type { MachineFacet } from "@/lib/contract/url/filter-term";
import { hasTerm, type ListQuery, toggleTerm } from "@/lib/contract/url/list-query";
import { filtersByState, toggleStateTerms } from "@/lib/contract/url/lost-query";
import type { Facet } from "@/lib/contract/views/values";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { STATE_WORDS, type StateWord, statesCountedAs } from "@/lib/domain/verdict/verdict";
import { backFacet } from "@/lib/format/losses-sentence";
import { WORDS } from "@/lib/format/state-words";
import { formatNumber } from "@/lib/format/text/numbers";

interface FacetListProps {
  readonly facets: readonly Facet[];
  readonly query: ListQuery;
  readonly onQuery: (change: Partial<ListQuery>) => void;
}

/** The filter list of entries: values with their counts, by facet. A click adds a value to the filter, a second one removes it. */
export const FacetList = memo(function FacetList({ facets, query, onQuery }: FacetListProps) {
  const toggle = useCallback(
    (facet: MachineFacet, value: string) => {
      if (facet === "state") onQuery({ terms: toggleStateTerms(query, value.split(",")) });
      else onQuery({ terms: toggleTerm(query, { kind: "facet", facet, value, negated: false }).terms });
    },
    [query, onQuery],
  );
  return (
    <div data-controls="" className="grid gap-x-6 gap-y-4 text-s max-wide:grid-cols-[repeat(auto-fill,minmax(200px,1fr))]">
      {ORDER.map((key) => {
        const facet = facets.find((one) => one.key === key);
        return facet === undefined || !divides(facet, query, key) ? null : (
          <section key={facet.key} data-facet={facet.key} aria-label={`Filter by ${facet.key}`}>
            <h2 className="mb-1 text-xs font-medium text-ink-3 uppercase">{facet.key}</h2>
            {(key === "state" ? wordValues(facet.values) : facet.values).map(({ value, count, back }) => (
              <FacetButton key={value} facet={key} value={value} count={count} back={back ?? 0} on={isOn(query, key, value)} onToggle={toggle} />
            ))}
            {facet.more > 0 && (
              <p className="pl-4 text-xs text-ink-3">
                and {formatNumber(facet.more)} more: type {facet.key}:…
              </p>
            )}
          </section>
        );
      })}
    </div>
  );
});

function isOn(query: ListQuery, facet: MachineFacet, value: string): boolean {
  return facet === "state" ? filtersByState(query, value.split(",")) : hasTerm(query, { kind: "facet", facet, value, negated: false });
}

/** Merges the exact states of the state facet into the eight states, in their fixed order. A value lists the exact states: "overdue,reconnecting". */
function wordValues(values: Facet["values"]): Facet["values"] {
  return STATE_WORDS.flatMap((word) => {
    const states: readonly string[] = statesCountedAs(word);
    const own = values.filter(({ value }) => states.includes(value));
    const sum = (of: (value: (typeof own)[number]) => number) => own.reduce((all, value) => all + of(value), 0);
    return own.length === 0 ? [] : [{ value: states.join(","), count: sum(({ count }) => count), back: sum(({ back = 0 }) => back) }];
  });
}

/** The order of the facets, most useful for troubleshooting first. */
const ORDER = ["state", "zone", "network", "replica", "revision", "origin", "group", "region", "cluster"] as const satisfies readonly MachineFacet[];

/** A facet with a single value cannot narrow the list, unless the filter uses it. */
function divides(facet: Facet, query: ListQuery, key: MachineFacet): boolean {
  return facet.values.length > 1 || (facet.values.length > 0 && (key === "state" || query.terms.some((term) => term.kind === "facet" && term.facet === key)));
}

interface FacetButtonProps {
  readonly facet: MachineFacet;
  readonly value: string;
  readonly count: number;
  /** The number of lost machines that are back. */
  readonly back: number;
  readonly on: boolean;
  readonly onToggle: (facet: MachineFacet, value: string) => void;
}

const FacetButton = memo(function FacetButton({ facet, value, count, back, on, onToggle }: FacetButtonProps) {
  const word = facet === "state" ? STATE_WORDS.find((one) => statesCountedAs(one).join(",") === value) : undefined;
  return (
    <button
      type="button"
      aria-pressed={on}
      data-value={value}
      data-count={count}
      onClick={() => onToggle(facet, value)}
      title={back === 0 ? value : `${value}: ${backFacet(count, back)}`}
      className={clsx(
        "-mx-1 grid h-6 w-[calc(100%+8px)] grid-cols-[12px_minmax(0,1fr)_auto] items-center gap-1.5 rounded-small px-1 text-left hover:bg-hover max-desk:h-11",
        on ? "bg-accent-soft font-medium text-accent" : "text-ink-2",
      )}
    >
      {word === undefined ? <span /> : back > 0 && back === count ? <CellSquare kind="cell-hollow" /> : <WordBullet word={word} />}
      <span className={clsx("truncate", word === undefined && "font-mono")}>{word === undefined ? value : WORDS[word]}</span>
      <span className={clsx("tabular-nums", !on && "text-ink-3")}>{backFacet(count, back)}</span>
    </button>
  );
});

/**
 * The coloured square of a state. Healthy is not green if no cluster's istiod Pods and Nodes may be read, because nothing then proves a connection.
 */
function WordBullet({ word }: { readonly word: StateWord }) {
  const { clusters } = useStatus();
  const vouched = clusters.some(({ sources }) =>
    CONNECTION_VERIFYING_SOURCES.every((needed) => sources.some(({ source, freshness }) => source === needed && freshness.kind !== "denied")),
  );
  return <StateSquare state={statesCountedAs(word)[0] ?? "healthy"} vouched={vouched} />;
}
