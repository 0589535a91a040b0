import { MAX_FILTER_LENGTH, MAX_FILTER_WORDS, splitWords } from "./parse-terms";

/** The bound of one query key. More or longer values would make one request as expensive as many. */
interface QueryBound {
  readonly key: string;
  /** The largest number of values. */
  readonly values: number;
  /** The largest length of each value. */
  readonly characters: number;
  /** Returns why the server rejects a value within these bounds, and how to correct it; null = the value is valid. */
  readonly problemOf?: (value: string) => string | null;
}

const LONGEST_NAME = 256;

/** The query keys whose values scale the work of a request. `docs/limits.md` lists them for users. */
export const QUERY_BOUNDS: readonly QueryBound[] = [
  {
    ...{ key: "q", values: 1, characters: MAX_FILTER_LENGTH },
    problemOf: (value) => {
      const words = splitWords(value).length;
      return words <= MAX_FILTER_WORDS ? null : `a filter has at most ${MAX_FILTER_WORDS} words, and this one has ${words}. Remove some.`;
    },
  },
  { key: "lost", values: 16, characters: 512 },
  { key: "id", values: 200, characters: 1_024 },
  { key: "type", values: 64, characters: LONGEST_NAME },
  { key: "window", values: 1, characters: 64 },
  { key: "at", values: 1, characters: 64 },
  { key: "sort", values: 1, characters: 64 },
];

/** Returns which bound a query exceeds, by its key, and how to correct it; null = none. */
export function queryBoundsProblem(query: URLSearchParams): string | null {
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
