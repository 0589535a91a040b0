import { countJsonParts, type JsonEdits, orderedJsonParts } from "@/lib/contract/views/frame-edits";

/** How a part is written that is another now. */
export type WritePart = (before: unknown, after: unknown) => unknown;

const asItIs: WritePart = (_before, after) => after;

/** The smallest parts of a JSON value that are others now, by number; empty where none is. A part whose own parts came or went is given whole. */
export function editsBetween(before: unknown, after: unknown, write: WritePart = asItIs): JsonEdits {
  const edits: unknown[] = [];
  compare(before, after, 0, edits, write);
  return edits;
}

/** Compares from a number on; gives the next one. */
function compare(before: unknown, after: unknown, number: number, edits: unknown[], write: WritePart): number {
  const [old, next] = [orderedJsonParts(before), orderedJsonParts(after)];
  if (old === null || next === null || !sameNames(before, after, old, next)) {
    if (!Object.is(before, after)) edits.push(number, write(before, after));
    return number + countJsonParts(before);
  }
  let following = number + 1;
  for (const [at, [, part]] of old.entries()) following = compare(part, next[at]?.[1], following, edits, write);
  return following;
}

type Parts = NonNullable<ReturnType<typeof orderedJsonParts>>;

function sameNames(before: unknown, after: unknown, old: Parts, next: Parts): boolean {
  return Array.isArray(before) === Array.isArray(after) && old.length === next.length && old.every(([name], at) => name === next[at]?.[0]);
}
