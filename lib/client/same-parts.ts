/**
 * What came, with every part that says the same as before being the part it was: whole views and answers come as new objects, and a page
 * draws again what is another object. Things with an `id` are known by it wherever they stand in their list. Both values are plain JSON.
 */
export function withSameParts(before: unknown, now: unknown): unknown {
  if (Object.is(before, now) || typeof before !== "object" || typeof now !== "object" || before === null || now === null) return now;
  if (Array.isArray(now)) return Array.isArray(before) ? listWithSame(before, now) : now;
  return Array.isArray(before) ? now : recordWithSame(before, now);
}

function listWithSame(before: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  const known = new Map(before.flatMap((part) => (idOf(part) === null ? [] : [[idOf(part), part]])));
  const next = now.map((part, place) => {
    const id = idOf(part);
    return withSameParts(id === null ? before[place] : known.get(id), part);
  });
  return next.length === before.length && next.every((part, place) => Object.is(part, before[place])) ? before : next;
}

function recordWithSame(before: object, now: object): object {
  const known = new Map<string, unknown>(Object.entries(before));
  const parts = Object.entries(now);
  const next = parts.map(([name, part]) => [name, withSameParts(known.get(name), part)] as const);
  const isSame = parts.length === known.size && next.every(([name, part]) => known.has(name) && Object.is(part, known.get(name)));
  return isSame ? before : Object.fromEntries(next);
}

function idOf(part: unknown): string | null {
  return typeof part === "object" && part !== null && "id" in part && typeof part.id === "string" ? part.id : null;
}
