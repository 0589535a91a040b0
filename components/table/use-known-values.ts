"use client";

import { useAnswer } from "@/lib/client/use-answer";
import { useSettled } from "@/lib/client/use-settled";
import { SearchAnswer } from "@/lib/contract/answers/answers";
import type { FilterGrammar } from "@/lib/contract/url/filter-term";
import { apiPaths } from "@/lib/contract/url/paths";
import type { Facet } from "@/lib/contract/views/values";
import { type KnownValue, knownValues, valueToSearch } from "./filter-suggestions";

/** The values to suggest: those that the list counts, and of a key with more of them what the search box would find. */
export function useKnownValues(draft: string, facets: readonly Facet[], grammar: FilterGrammar): readonly KnownValue[] {
  const counted = knownValues(facets, grammar);
  const asked = valueToSearch(draft, facets);
  const begun = useSettled(asked?.begun ?? "");
  const answer = useAnswer(asked === null || begun === "" ? null : apiPaths.search(begun), SearchAnswer);
  if (asked === null || answer.kind !== "here") return counted;
  const found = answer.value.hits
    .filter(({ kind }) => kind === asked.key)
    .map(({ kind, namespace, name }) => ({ key: asked.key, value: kind === "group" ? `${namespace}/${name}` : name, count: null }));
  return [...counted, ...found.filter(({ value }) => !counted.some((one) => one.key === asked.key && one.value === value))];
}
