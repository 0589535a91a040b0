/** The time that a page's statements refer to: now, or the last known moment (null = none is known). Milliseconds. */
export type StatementTense = { readonly past: false } | { readonly past: true; readonly moment: number | null };

/** The tense of a statement as two of its values. */
export function tenseValues(tense: StatementTense): { readonly past: boolean; readonly asOf: number | null } {
  return { past: tense.past, asOf: tense.past ? tense.moment : null };
}
