import { compareText } from "./compare-text";

/** Labels as sorted pairs. They are not an object, because keys are untrusted text of machines. */
export type LabelSet = readonly (readonly [key: string, value: string])[];

/** A longer key is cut to this length when it is read. Two cut keys can be equal, so a key can occur twice in a set. */
export const MAX_LABEL_KEY_LENGTH = 1_024;

/** Returns the value of a key, or undefined. */
export function valueOfLabel(labels: LabelSet, key: string): string | undefined {
  for (const [k, v] of labels) if (k === key) return v;
  return undefined;
}

/** Sorts pairs by key, then by value, so that equal sets have equal order. */
export function sortedLabelSet(pairs: Iterable<readonly [string, string]>): LabelSet {
  // An API server sends them sorted.
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
