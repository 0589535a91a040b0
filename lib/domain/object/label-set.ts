import { compareText } from "./compare-text";

/** Labels as sorted pairs. They are not an object, because keys are untrusted text of machines. */
export type LabelSet = readonly (readonly [key: string, value: string])[];

/** The length to which a longer key is cut when it is read. Two cut keys can be equal, so that a key can occur twice in a set. */
export const MAX_LABEL_KEY_LENGTH = 1_024;

/** Returns the value of a key, or undefined if the set does not have the key. */
export function valueOfLabel(labels: LabelSet, key: string): string | undefined {
  for (const [k, v] of labels) if (k === key) return v;
  return undefined;
}

/** Returns pairs sorted by key, then by value, so that equal sets have equal order. */
export function sortedLabelSet(pairs: Iterable<readonly [string, string]>): LabelSet {
  // The API server sends sorted pairs.
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
