/** Labels as sorted pairs: never an object, because keys come from machines that nobody vouches for. */
export type LabelSet = readonly (readonly [key: string, value: string])[];

/** The value of a key, or undefined. */
export function labelOf(labels: LabelSet, key: string): string | undefined {
  for (const [k, v] of labels) if (k === key) return v;
  return undefined;
}

/** Sorts pairs by key, so that equal sets are equal in order. */
export function labelSet(pairs: Iterable<readonly [string, string]>): LabelSet {
  return [...pairs].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
