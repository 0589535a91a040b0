import { countOf, type Edits, partsOf } from "@/lib/contract/value-parts";

/** A JSON value after its edits. Parts that no edit touches keep their identity. */
export function applyEdits(value: unknown, edits: Edits): unknown {
  const byNumber = new Map<number, unknown>();
  for (let at = 0; at < edits.length; at += 2) byNumber.set(Number(edits[at]), edits[at + 1]);
  return byNumber.size === 0 ? value : edited(value, 0, byNumber).value;
}

/** A part from its number on, and the number that follows it. */
function edited(value: unknown, number: number, edits: ReadonlyMap<number, unknown>): { readonly value: unknown; readonly following: number } {
  if (edits.has(number)) return { value: edits.get(number), following: number + countOf(value) };
  const parts = partsOf(value);
  let following = number + 1;
  if (parts === null) return { value, following };
  let isSame = true;
  const next = parts.map(([name, part]) => {
    const one = edited(part, following, edits);
    following = one.following;
    isSame &&= one.value === part;
    return [name, one.value] as const;
  });
  if (isSame) return { value, following };
  return { value: Array.isArray(value) ? next.map(([, part]) => part) : Object.fromEntries(next), following };
}
