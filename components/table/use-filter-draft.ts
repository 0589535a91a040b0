"use client";

import { type KeyboardEvent, useEffect, useState } from "react";
import { formatTerm, isInvalidTerm, type MachineFacet, type Term } from "@/lib/contract/url/filter-term";
import { hasTerm } from "@/lib/contract/url/list-query";
import { parseTermsWithGrammar } from "@/lib/contract/url/parse-terms";
import type { Facet } from "@/lib/contract/views/values";
import { allKeys, isUnfinished, lastWord, type Suggestion, suggestionsFor } from "./filter-suggestions";
import { useKnownValues } from "./use-known-values";
import type { ListUrl } from "./use-list-url";

/** The filter box as it is written in: what is in force, what is being typed, and what that may become. */
export interface FilterDraft<F extends string = MachineFacet> {
  /** In force, but for what is being typed. */
  readonly chips: readonly Term<F>[];
  readonly draft: string;
  /** What the last word may become; none while the list is closed. */
  readonly options: readonly Suggestion[];
  /** The option that the arrow keys stand on, or -1. */
  readonly at: number;
  /** Is the last word still on its way? */
  readonly isUnfinished: boolean;
  readonly type: (text: string) => void;
  readonly take: (option: Suggestion) => void;
  readonly remove: (term: Term<F>) => void;
  /** Puts another word in the place of one that is in force or being typed. */
  readonly replace: (word: string, instead: string) => void;
  readonly leave: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

const NO_FACETS: readonly Facet[] = [];
const CLOSED = { open: false, all: false, at: -1 } as const;

/** What is being typed filters already, but for a word that is not finished or not understood: that waits for Enter. */
export function useFilterDraft<F extends string>(url: ListUrl<F>, facets: readonly Facet[] | null): FilterDraft<F> {
  const [draft, setDraft] = useState("");
  const [list, setList] = useState<{ readonly open: boolean; readonly all: boolean; readonly at: number }>(CLOSED);
  const { grammar, query } = url;
  const { terms } = query;
  const parse = (text: string) => parseTermsWithGrammar(grammar, text);
  const values = useKnownValues(draft, facets ?? NO_FACETS, grammar);
  const typed = parse(draft);
  const chips = terms.filter((term) => !typed.some((other) => formatTerm(other) === formatTerm(term)));
  const options = !list.open ? [] : list.all && draft === "" ? allKeys(grammar) : suggestionsFor(draft, values, grammar);
  useEffect(() => {
    const forget = () => setDraft("");
    window.addEventListener("popstate", forget);
    return () => window.removeEventListener("popstate", forget);
  }, []);
  const write = (text: string, isDone: boolean, own: readonly Term<F>[] = chips) => {
    setDraft(isDone ? "" : text);
    setList(isDone ? CLOSED : { open: true, all: false, at: -1 });
    // The first letter is a step of its own, so that Back takes away the word and not the page.
    const save = draft === "" ? url.go : url.amend;
    save({ terms: joined(own, isDone ? parse(text) : parse(inForce(text, isUnfinished(text, values, grammar))).filter((term) => !isInvalidTerm(term))) });
  };
  const take = ({ word, whole }: Suggestion) => write(`${lastWord(draft).before}${word}`, whole);
  const step = (by: number) => {
    if (!list.open) setList({ open: true, all: true, at: -1 });
    else if (options.length > 0) setList({ ...list, at: (list.at + by + options.length + (list.at < 0 && by < 0 ? 1 : 0)) % options.length });
  };
  const onEscape = (field: HTMLInputElement) => {
    if (options.length > 0) setList(CLOSED);
    else if (draft === "") field.blur();
    else write("", false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const [last, chosen] = [chips.at(-1), options[list.at]];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && chosen !== undefined) take(chosen);
    else if (event.key === "Enter" && draft !== "") write(draft, true);
    else if (event.key === "Escape") onEscape(event.currentTarget);
    else if (event.key === "Backspace" && draft === "" && last !== undefined) {
      event.preventDefault();
      setDraft(formatTerm(last));
    }
  };
  return {
    chips,
    draft,
    options,
    at: list.at,
    isUnfinished: isUnfinished(draft, values, grammar),
    type: (text) => write(text, false),
    take,
    remove: (term) => url.go({ terms: terms.filter((other) => other !== term) }),
    replace: (word, instead) => {
      setDraft("");
      const kept = terms.filter((term) => formatTerm(term) !== word);
      const others = typed.filter((term) => formatTerm(term) !== word);
      url.go({ terms: joined(kept, [...others, ...parse(instead)]) });
    },
    leave: () => setList(CLOSED),
    onKeyDown,
  };
}

/** The part of a draft that filters while it is being typed. */
function inForce(draft: string, isLastUnfinished: boolean): string {
  return isLastUnfinished ? lastWord(draft).before : draft;
}

function joined<F extends string>(chips: readonly Term<F>[], typed: readonly Term<F>[]): readonly Term<F>[] {
  const query = { clusters: [], namespaces: [], terms: chips, sort: "" };
  return [...chips, ...typed.filter((term) => !hasTerm(query, term))];
}
