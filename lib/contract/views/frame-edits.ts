/**
 * Edits of a JSON value, flat: the number of a part, its new value, the number of another part, … A value is numbered depth first: 0 is the whole,
 * then come its parts, each followed by its own; fields go by the order of their names. All numbers are those before the edits, lowest first.
 */
export type Edits = readonly unknown[];

/** The parts of a JSON value in the order in which they are numbered, each with its name; null where it has none to speak of. */
export function valuePartsOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (typeof value !== "object" || value === null) return null;
  const parts = Object.entries(value);
  if (Array.isArray(value)) return parts;
  // What is undefined does not reach the other side.
  return parts.filter(([, part]) => part !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** How many numbers a value takes, its own among them. */
export function countValues(value: unknown): number {
  return (valuePartsOf(value) ?? []).reduce((sum, [, part]) => sum + countValues(part), 1);
}

/** Texts shorter than this are not worth a reference. */
const WORTH = 8;

/**
 * How the parts of a row that came are written, where the row above it has other ones: lists as `[list]`, texts that share their ends with the one
 * above as `[how much of its beginning, of its end, what stands between]`, texts that end one written before as `[which, from where on]`.
 * One writer and one reader for each row: both count the texts that pass.
 */
export function writeLikeAbove(): (above: unknown, part: unknown) => unknown {
  const written: string[] = [];
  return (above, part) => {
    if (typeof part !== "string") return Array.isArray(part) ? [part] : part;
    const which = written.findIndex((text) => part.length >= WORTH && text.endsWith(part));
    const shared = typeof above === "string" ? sharedEnds(above, part) : part;
    written.push(part);
    if (which >= 0) return [which, (written[which] ?? "").length - part.length];
    return JSON.stringify(shared).length < JSON.stringify(part).length ? shared : part;
  };
}

/** Undoes `writeLikeAbove`; what nobody writes reads as "". */
export function readLikeAbove(): (above: unknown, part: unknown) => unknown {
  const read: string[] = [];
  return (above, part) => {
    if (Array.isArray(part) && part.length === 1) return part[0];
    const text = Array.isArray(part) ? textOf(above, part, read) : part;
    if (typeof text === "string") read.push(text);
    return text;
  };
}

function sharedEnds(above: string, text: string): readonly [number, number, string] {
  const most = Math.min(above.length, text.length);
  let first = 0;
  while (first < most && above[first] === text[first]) first++;
  let last = 0;
  while (last < most - first && above[above.length - 1 - last] === text[text.length - 1 - last]) last++;
  return [first, last, text.slice(first, text.length - last)];
}

function textOf(above: unknown, [one, other, middle]: readonly unknown[], read: readonly string[]): string {
  if (middle === undefined) return (read[Number(one)] ?? "").slice(Number(other));
  const text = typeof above === "string" ? above : "";
  return text.slice(0, Number(one)) + String(middle) + text.slice(text.length - Number(other));
}
