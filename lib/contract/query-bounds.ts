import { parseWindow, WINDOW_FORM } from "./history-window";
import { MOST_FILTER_CHARACTERS, MOST_FILTER_WORDS, wordsOf } from "./parse-terms";

/** The bound of one query key. More values, or longer ones, would make one request as dear as many. */
interface QueryBound {
  readonly key: string;
  /** How often the key may occur. */
  readonly values: number;
  /** Of each value. */
  readonly characters: number;
  /** Why a value within these bounds is refused all the same, and how to correct it; null = it is accepted. */
  readonly problemOf?: (value: string) => string | null;
}

const LONGEST_NAME = 256;

/** The query keys whose values scale the work of a request. `docs/limits.md` lists them for users. */
export const QUERY_BOUNDS: readonly QueryBound[] = [
  {
    ...{ key: "q", values: 1, characters: MOST_FILTER_CHARACTERS },
    problemOf: (value) => {
      const words = wordsOf(value).length;
      return words <= MOST_FILTER_WORDS ? null : `a filter has at most ${MOST_FILTER_WORDS} words, and this one has ${words}. Remove some.`;
    },
  },
  { key: "cluster", values: 64, characters: LONGEST_NAME },
  { key: "ns", values: 64, characters: LONGEST_NAME },
  { key: "lost", values: 16, characters: 512 },
  { key: "id", values: 200, characters: 1_024 },
  { key: "type", values: 64, characters: LONGEST_NAME },
  { key: "window", values: 1, characters: 64, problemOf: (value) => (value === "" || parseWindow(value) !== null ? null : `write ${WINDOW_FORM}.`) },
  { key: "at", values: 1, characters: 64 },
  { key: "sort", values: 1, characters: 64 },
];

/** Returns why a query exceeds a bound, with the key and the way out, or null. */
export function queryProblem(query: URLSearchParams): string | null {
  for (const { key, values, characters, problemOf } of QUERY_BOUNDS) {
    const given = query.getAll(key);
    if (given.length > values) return `${key}: at most ${values === 1 ? "one value" : `${values} values`}, and this address has ${given.length}. Remove some.`;
    for (const value of given) {
      if (value.length > characters) return `${key}: at most ${characters} characters, and this value has ${value.length}. Shorten it.`;
      const problem = problemOf?.(value) ?? null;
      if (problem !== null) return `${key}: ${problem}`;
    }
  }
  return null;
}
