"use client";

import { useId } from "react";
import { ChipButton } from "@/components/ui/chip";
import { formatTerm, isInvalidTerm, type MachineFacet } from "@/lib/contract/url/filter-term";
import { parseTermsWithGrammar } from "@/lib/contract/url/parse-terms";
import type { Facet } from "@/lib/contract/views/values";
import { FilterNotes } from "./filter-notes";
import { FilterOptions, optionId } from "./filter-options";
import { useFilterDraft } from "./use-filter-draft";
import type { ListUrl } from "./use-list-url";

interface FilterBoxProps<F extends string> {
  readonly url: ListUrl<F>;
  readonly placeholder: string;
  /** Values to suggest. */
  readonly facets: readonly Facet[] | null;
  readonly onFocus?: () => void;
  /** Values that are asked for and that nobody has. */
  readonly absent?: readonly { readonly term: string; readonly nearest: string | null }[] | undefined;
}

/** One box for text, `label=value`, `key:value` and `age>5d`, with a chip for each word in force. What is being typed filters already, and is completed. */
export function FilterBox<F extends string = MachineFacet>({ url, placeholder, facets, onFocus, absent = [] }: FilterBoxProps<F>) {
  const id = useId();
  const list = useId();
  const box = useFilterDraft(url, facets);
  const { chips, draft, options, at } = box;
  const isOpen = options.length > 0;
  return (
    <form aria-label="Filter this list" onSubmit={(event) => event.preventDefault()} className="flex min-w-0 grow flex-wrap items-center gap-1.5">
      {chips.map((term) => (
        <ChipButton
          key={formatTerm(term)}
          on
          removes
          aria-label={`Remove the filter ${formatTerm(term)}`}
          className={isInvalidTerm(term) ? "border-dashed border-warn text-warn" : ""}
          onClick={() => box.remove(term)}
        >
          {formatTerm(term)}
        </ChipButton>
      ))}
      <label htmlFor={id} className="sr-only">
        Filter
      </label>
      <span className="relative min-w-40 grow desk:max-w-[760px]">
        <input
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? list : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && at >= 0 ? optionId(list, at) : undefined}
          value={draft}
          onChange={(event) => box.type(event.target.value)}
          onKeyDown={box.onKeyDown}
          onFocus={onFocus}
          onBlur={box.leave}
          placeholder={chips.length === 0 ? placeholder : "and …"}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-filter=""
          className="h-7 w-full rounded-control border border-line-2 bg-raised px-2 font-mono text-s text-ink placeholder:text-ink-3 max-desk:h-11 max-desk:text-l"
        />
        {isOpen && <FilterOptions id={list} options={options} at={at} onTake={box.take} />}
      </span>
      <FilterNotes
        grammar={url.grammar}
        misread={[...chips, ...(box.isUnfinished ? [] : parseTermsWithGrammar(url.grammar, draft))].filter(isInvalidTerm)}
        absent={absent}
        onInstead={box.replace}
      />
    </form>
  );
}
