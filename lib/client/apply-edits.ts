import { countValues, type Edits, valuePartsOf } from "@/lib/contract/views/frame-edits";

/** What an edit makes of a part. */
export type ReadPart = (before: unknown, written: unknown) => unknown;

const asItIs: ReadPart = (_before, written) => written;

/** A JSON value after its edits. Parts that no edit touches keep their identity. */
export function applyEdits(value: unknown, edits: Edits, read: ReadPart = asItIs): unknown {
  const byNumber = new Map<number, unknown>();
  for (let at = 0; at < edits.length; at += 2) byNumber.set(Number(edits[at]), edits[at + 1]);
  return byNumber.size === 0 ? value : edited(value, 0, byNumber, read).value;
}

/** A part from its number on, and the number that follows it. */
function edited(value: unknown, number: number, edits: ReadonlyMap<number, unknown>, read: ReadPart): { readonly value: unknown; readonly following: number } {
  if (edits.has(number)) return { value: read(value, edits.get(number)), following: number + countValues(value) };
  const parts = valuePartsOf(value);
  let following = number + 1;
  if (parts === null) return { value, following };
  let isSame = true;
  const next = parts.map(([name, part]) => {
    const one = edited(part, following, edits, read);
    following = one.following;
    isSame &&= one.value === part;
    return [name, one.value] as const;
  });
  if (isSame) return { value, following };
  return { value: Array.isArray(value) ? next.map(([, part]) => part) : Object.fromEntries(next), following };
}
