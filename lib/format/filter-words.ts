import { STATES } from "@/lib/domain/verdict/verdict";
import { rowWord } from "./state-words";
import { listOf } from "./text/lists";

/** Why a word of a filter was not understood; the contract's `Misreading` has it all. */
export type MisreadInput =
  | { readonly code: "key"; readonly key: string; readonly nearest: string | null }
  | { readonly code: "plain"; readonly key: string; readonly value: string }
  | { readonly code: "value"; readonly key: string; readonly value: string; readonly nearest: string | null }
  | { readonly code: "no-value"; readonly key: string }
  | { readonly code: "no-comparison"; readonly key: string; readonly value: string }
  | { readonly code: "not-compared"; readonly key: string }
  | { readonly code: "duration"; readonly key: string; readonly comparison: string; readonly value: string };

export interface FilterKeys {
  readonly facets: readonly string[];
  readonly compared: readonly string[];
  /** The values of facets that have a fixed set of them. */
  readonly values: Readonly<Partial<Record<string, readonly string[]>>>;
  /** The word of the pages for such a value, if it differs from the value. */
  readonly pageWords?: ReadonlyMap<string, string>;
}

/** What is wrong with a word of a filter, in one sentence, and how the reader may have meant it (null where nobody can guess). */
export function misreadWords(why: MisreadInput, keys: FilterKeys): { readonly says: string; readonly instead: string | null } {
  switch (why.code) {
    case "key":
      return {
        says: `There is no key "${why.key}"${nearestPhrase(why.nearest)}. Keys are ${listOf([...keys.facets, ...keys.compared])}; a text with a colon stands in quotes.`,
        instead: why.nearest,
      };
    case "plain":
      return {
        says: `"${why.key}" is no key: names, addresses, host names and reasons are found by their text alone.`,
        instead: why.value === "" ? null : why.value,
      };
    case "value":
      return {
        says: `There is no ${why.key} "${why.value}"${nearestPhrase(why.nearest)}. It is one of ${listOf(valueWords(why.key, keys))}.`,
        instead: why.nearest,
      };
    case "no-value":
      return { says: keys.compared.includes(why.key) ? comparisonWords(why.key) : `"${why.key}" needs a value: ${why.key}:VALUE.`, instead: null };
    case "no-comparison":
      return { says: comparisonWords(why.key), instead: `${why.key}>${why.value}` };
    case "not-compared":
      return { says: `"${why.key}" cannot be compared: ${listOf(keys.compared)} can.`, instead: null };
    case "duration":
      return { says: `"${why.value}" is no length of time: write ${why.key}${why.comparison}5d, 3h20m, 90m or 45s.`, instead: null };
  }
}

function valueWords(key: string, { values, pageWords }: FilterKeys): readonly string[] {
  return (values[key] ?? []).map((value) => pageWords?.get(value) ?? value);
}

/** That no entry has a value that is asked for; `key:value` as it is written. */
export function absentWords(term: string, nearest: string | null): string {
  return `No entry that matches the rest has ${term}${nearestPhrase(nearest)}.`;
}

/** What a key of a filter is about, for whoever chooses one; "" = nothing is said of it. */
export function keyWords(key: string): string {
  return KEY_WORDS.get(key) ?? "";
}

/** The word of a state, if its filter key differs from it: "Starting" for `awaiting`; else "". */
export function stateNote(value: string): string {
  const state = STATES.find((one) => one === value);
  const word = state === undefined ? "" : rowWord(state);
  return word.toLowerCase() === value ? "" : word;
}

const KEY_WORDS: ReadonlyMap<string, string> = new Map([
  ["state", "its one word"],
  ["group", "NAME or NAMESPACE/NAME"],
  ["zone", "of its locality"],
  ["region", "of its locality"],
  ["network", "as written"],
  ["replica", "the istiod that holds it"],
  ["revision", "istio.io/rev"],
  ["origin", "who wrote the entry"],
  ["cluster", "its cluster"],
  ["namespace", "its namespace"],
  ["trouble", "new (within 24 h) or old"],
  ["status", "how it is, in one word"],
  ["answers", "who answers for it"],
  ["kind", "its kind"],
  ["port", "one of its ports"],
  ["caller", "a namespace that may call it"],
  ["severity", "how severe it is"],
  ["rule", "its code or its name"],
  ["object", "something that it names"],
  ["age", "since the entry was made: age>5d"],
  ["for", "since its state began: for<10m"],
  ["connected", "since its connection began: connected>35m"],
]);

function comparisonWords(key: string): string {
  return `"${key}" is compared with a length of time: ${key}>5d, ${key}<=3h20m, ${key}<45s.`;
}

function nearestPhrase(nearest: string | null): string {
  return nearest === null ? "" : `, the nearest is "${nearest}"`;
}
