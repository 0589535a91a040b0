import { type FilterGrammar, formatTerm, MACHINE_FILTER, type Term } from "@/lib/contract/url/filter-term";
import { parseTermsWithGrammar } from "@/lib/contract/url/parse-terms";
import type { Facet } from "@/lib/contract/views/values";
import { keyWords, stateNote } from "@/lib/format/filter-words";
import { joinParts } from "@/lib/format/text/lists";
import { formatNumber } from "@/lib/format/text/numbers";

/** What the word that is being typed may become. `whole` = it is a filter then; else a key, of which the value is to come. */
export interface Suggestion {
  readonly word: string;
  readonly note: string;
  readonly whole: boolean;
}

/** A value that somebody has, with how many have it; null where that is not known. */
export interface KnownValue {
  readonly key: string;
  readonly value: string;
  readonly count: number | null;
}

const MOST = 12;

/** The last word of a draft, which is the one being typed, and what stands before it. */
export function lastWord(draft: string): { readonly before: string; readonly word: string } {
  const word = /(?:[^\s"]|"(?:[^"\\]|\\.)*"?)*$/.exec(draft)?.[0] ?? "";
  return { before: draft.slice(0, draft.length - word.length), word };
}

/** Keys that begin as the word does, or values of its key that hold what stands behind the colon; nothing for a text. */
export function suggestionsFor(draft: string, values: readonly KnownValue[], grammar: FilterGrammar = MACHINE_FILTER): readonly Suggestion[] {
  const { word } = lastWord(draft);
  const [, sign = "", body = ""] = /^([-!]?)(.*)$/s.exec(word) ?? [];
  const colon = body.indexOf(":");
  if (colon < 0) return body === "" ? [] : keysFor(sign, body.toLowerCase(), grammar);
  const key = grammar.facets.find((facet) => facet === body.slice(0, colon).toLowerCase());
  return key === undefined ? [] : valuesFor(sign, key, body.slice(colon + 1), values, grammar);
}

/** All keys, for whoever opens the list before typing. */
export function allKeys(grammar: FilterGrammar = MACHINE_FILTER): readonly Suggestion[] {
  return keysFor("", "", grammar);
}

/** What is known of the values: those that the list counts, and for a key with a fixed set the others too. */
export function knownValues(facets: readonly Facet[], grammar: FilterGrammar = MACHINE_FILTER): readonly KnownValue[] {
  const counted = facets.flatMap(({ key, values }) => values.map(({ value, count }) => ({ key, value, count })));
  const fixed = Object.entries(grammar.values).flatMap(([key, values = []]) =>
    values.filter((value) => !counted.some((one) => one.key === key && one.value === value)).map((value) => ({ key, value, count: null })),
  );
  return [...counted, ...fixed];
}

/** The value that is being typed of a key with more values than the list counts; null where what is counted is all there is. */
export function valueToSearch(draft: string, facets: readonly Facet[]): { readonly key: string; readonly begun: string } | null {
  const [, key = "", begun = ""] = /^[-!]?([A-Za-z]+):(?:.*,)?"?([^,"]+)$/s.exec(lastWord(draft).word) ?? [];
  const facet = facets.find((one) => one.key === key.toLowerCase());
  return facet === undefined || facet.more === 0 || begun === "" ? null : { key: facet.key, begun };
}

/** Is the last word of a draft still on its way: a key without its value, or the beginning of a value that is known? */
export function isUnfinished(draft: string, values: readonly KnownValue[], grammar: FilterGrammar = MACHINE_FILTER): boolean {
  const { word } = lastWord(draft);
  const [term] = parseTermsWithGrammar(grammar, word).slice(-1);
  if (term?.kind === "misread") return term.why.code === "no-value" || suggestionsFor(draft, values, grammar).length > 0;
  if (term?.kind !== "facet") return false;
  return suggestionsFor(draft, values, grammar).length > 0 && !values.some(({ key, value }) => key === term.facet && value === term.value);
}

function keysFor(sign: string, begun: string, grammar: FilterGrammar): readonly Suggestion[] {
  const facets = grammar.facets.filter((key) => key.startsWith(begun)).map((key) => ({ word: `${sign}${key}:`, note: keyWords(key), whole: false }));
  const compared = grammar.compared.filter((key) => key.startsWith(begun)).map((key) => ({ word: `${sign}${key}>`, note: keyWords(key), whole: false }));
  return [...facets, ...compared];
}

function valuesFor(sign: string, key: string, typed: string, values: readonly KnownValue[], { pageWords }: FilterGrammar): readonly Suggestion[] {
  const comma = typed.lastIndexOf(",");
  const [chosen, begun] = [
    typed.slice(0, comma + 1),
    typed
      .slice(comma + 1)
      .replace(/^"/, "")
      .toLowerCase(),
  ];
  const taken = new Set(chosen.split(","));
  const fitting = values.flatMap((one) => {
    const spellings = one.key === key ? [pageWords?.get(one.value) ?? one.value, one.value] : [];
    const fits = spellings.find((spelling) => spelling.toLowerCase().includes(begun));
    return fits === undefined || spellings.some((spelling) => taken.has(spelling)) ? [] : [{ ...one, spelling: fits }];
  });
  return fitting.slice(0, MOST).map(({ value, count, spelling }) => {
    const term: Term<string> = { kind: "facet", facet: key, value: spelling, negated: false };
    const spelled = formatTerm(term).slice(key.length + 1);
    const notes = [key === "state" && spelling === value ? stateNote(value) : "", count === null ? "" : formatNumber(count)];
    return { word: `${sign}${key}:${chosen}${spelled}`, note: joinParts(notes, " · "), whole: true };
  });
}
