/**
 * Edits of a JSON value, flat: the number of a part, its new value, the number of another part, … A value is numbered depth first: 0 is the whole,
 * then come its parts, each followed by its own; fields go by the order of their names. All numbers are those before the edits, lowest first.
 */
export type Edits = readonly unknown[];

/** The parts of a JSON value in the order in which they are numbered, each with its name; null where it has none to speak of. */
export function partsOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (typeof value !== "object" || value === null) return null;
  const parts = Object.entries(value);
  if (Array.isArray(value)) return parts;
  // What is undefined does not reach the other side.
  return parts.filter(([, part]) => part !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** How many numbers a value takes, its own among them. */
export function countOf(value: unknown): number {
  return (partsOf(value) ?? []).reduce((sum, [, part]) => sum + countOf(part), 1);
}
