/** A value about the world and how it is known. `assumed` carries the value that was assumed and why; `denied` says which right is missing. */
export type Fact<T> =
  | { readonly kind: "known"; readonly value: T; readonly source: string }
  | { readonly kind: "assumed"; readonly value: T; readonly source: string }
  | { readonly kind: "denied"; readonly source: string };

/** The value of a known fact; null if it is assumed, denied or missing. */
export function knownValue<T>(fact: Fact<T> | undefined): T | null {
  return fact?.kind === "known" ? fact.value : null;
}
