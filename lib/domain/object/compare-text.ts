/** Compares two texts by code unit, as Kubernetes sorts names. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares two texts by code unit, with the empty text last. */
export function compareEmptyLast(a: string, b: string): number {
  if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
  return compareText(a, b);
}
