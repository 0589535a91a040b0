import { compareText } from "./compare-text";

/** Labels as sorted pairs: never an object, because keys come from machines that nobody vouches for. */
export type LabelSet = readonly (readonly [key: string, value: string])[];

/** A key is cut at this length when it is read: one so long may be the beginning of a longer one, and so stand twice in a set. */
export const MAX_LABEL_KEY_LENGTH = 1_024;

/** The value of a key, or undefined. */
export function valueOfLabel(labels: LabelSet, key: string): string | undefined {
  for (const [k, v] of labels) if (k === key) return v;
  return undefined;
}

/** Sorts pairs by key, and those of one key by value, so that equal sets are equal in order. */
export function labelSet(pairs: Iterable<readonly [string, string]>): LabelSet {
  // As an API server sends them they are sorted already.
  if (Array.isArray(pairs) && isSorted(pairs)) return pairs;
  const set = [...pairs];
  return isSorted(set) ? set : set.sort(compare);
}

function isSorted(set: LabelSet): boolean {
  for (let at = 1; at < set.length; at++) if (compare(set[at - 1] ?? NONE, set[at] ?? NONE) > 0) return false;
  return true;
}

const NONE = ["", ""] as const;

function compare([a, one]: readonly [string, string], [b, other]: readonly [string, string]): number {
  return compareText(a, b) || compareText(one, other);
}
