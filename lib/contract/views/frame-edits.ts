/**
 * Edits of a JSON value as a flat list: the number of a part, its new value, the number of another part, … Parts are numbered depth first: 0 is the whole
 * value, and fields follow in the order of their names. The numbers are those before the edits, in ascending order.
 */
export type JsonEdits = readonly unknown[];

/** Returns the parts of a JSON value with their names, in the order of their numbers. Null if the value is not an object or array. */
export function orderedJsonParts(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (typeof value !== "object" || value === null) return null;
  const parts = Object.entries(value);
  if (Array.isArray(value)) return parts;
  // JSON has no undefined values, so that the browser does not get these fields.
  return parts.filter(([, part]) => part !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns how many part numbers a value has, with its own. */
export function countJsonParts(value: unknown): number {
  return (orderedJsonParts(value) ?? []).reduce((sum, [, part]) => sum + countJsonParts(part), 1);
}

/** A reference does not save bytes for texts with fewer characters. */
const WORTH = 8;

/**
 * Returns the writer for the parts of a new row that differ from the row above it. A list becomes `[list]`. A text that shares characters with the text above
 * becomes `[count at the beginning, count at the end, text between]` if this is shorter. A text that ends an earlier text of the row becomes
 * `[index of that text, offset]`. Each row needs its own writer and reader, as both count the texts.
 */
export function rowAboveEncoder(): (above: unknown, part: unknown) => unknown {
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

/** Returns the reader for parts that `rowAboveEncoder` wrote. It throws for a reference to a text that does not exist. */
export function rowAboveDecoder(): (above: unknown, part: unknown) => unknown {
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
  const text = middle === undefined ? read[Number(one)] : above;
  const [first, last] = middle === undefined ? [Number(other), 0] : [Number(one), Number(other)];
  // NaN is in no range.
  if (typeof text !== "string" || !(first >= 0 && last >= 0 && first + last <= text.length)) throw new Error("a reference to no text");
  return middle === undefined ? text.slice(first) : text.slice(0, first) + String(middle) + text.slice(text.length - last);
}
