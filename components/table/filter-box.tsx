"use client";

import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { ChipButton } from "@/components/ui/chip";
import { formatTerm, type Term } from "@/lib/contract/filter-term";
import { hasTerm } from "@/lib/contract/list-query";
import { parseTerms } from "@/lib/contract/parse-terms";
import type { ListUrl } from "./use-list-url";

/** One box for text, `label=value` and `facet:value`, with a chip for each word in force. What is being typed filters already. */
export function FilterBox({ url, placeholder }: { readonly url: ListUrl; readonly placeholder: string }) {
  const id = useId();
  const [draft, setDraft] = useState("");
  const { terms } = url.query;
  const typed = parseTerms(draft);
  const chips = terms.filter((term) => !typed.some((other) => formatTerm(other) === formatTerm(term)));
  useEffect(() => {
    const forget = () => setDraft("");
    window.addEventListener("popstate", forget);
    return () => window.removeEventListener("popstate", forget);
  }, []);
  const type = (text: string) => {
    setDraft(text);
    // The first letter is a step of its own, so that Back takes away the word and not the page.
    const write = draft === "" ? url.go : url.amend;
    write({ terms: joined(chips, parseTerms(text)) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = chips.at(-1);
    if (event.key === "Enter" && draft !== "") {
      setDraft("");
    } else if (event.key === "Backspace" && draft === "" && last !== undefined) {
      event.preventDefault();
      setDraft(formatTerm(last));
    } else if (event.key === "Escape") {
      if (draft === "") event.currentTarget.blur();
      else type("");
    }
  };
  return (
    <form aria-label="Filter this list" onSubmit={(event) => event.preventDefault()} className="flex min-w-0 grow flex-wrap items-center gap-1.5">
      {chips.map((term) => (
        <ChipButton
          key={formatTerm(term)}
          on
          removes
          aria-label={`Remove the filter ${formatTerm(term)}`}
          onClick={() => url.go({ terms: terms.filter((other) => other !== term) })}
        >
          {formatTerm(term)}
        </ChipButton>
      ))}
      <label htmlFor={id} className="sr-only">
        Filter
      </label>
      <input
        id={id}
        value={draft}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={chips.length === 0 ? placeholder : "and …"}
        autoComplete="off"
        spellCheck={false}
        data-filter=""
        className="h-7 min-w-40 grow rounded-control border border-line-2 bg-raised px-2 font-mono text-s text-ink placeholder:text-ink-3 max-desk:h-11 max-desk:text-l desk:max-w-[760px]"
      />
    </form>
  );
}

function joined(chips: readonly Term[], typed: readonly Term[]): readonly Term[] {
  const query = { clusters: [], namespaces: [], terms: chips, sort: "" };
  return [...chips, ...typed.filter((term) => !hasTerm(query, term))];
}
