import { countJsonParts, type JsonEdits, orderedJsonParts, rowAboveDecoder } from "@/lib/contract/views/frame-edits";
import type { PatchFrame } from "@/lib/contract/views/frames";
import type { ViewState } from "@/lib/contract/views/view";
import type { ViewRow } from "@/lib/contract/views/view-declaration";

/** Returns a part from its value before and from its edit. */
type ReadPart = (before: unknown, written: unknown) => unknown;

const asWritten: ReadPart = (_before, written) => written;

/** Returns a JSON value after its edits. Parts without an edit keep their identity. Throws if an edit names a part that does not exist. */
export function applyEdits(value: unknown, edits: JsonEdits, read: ReadPart = asWritten): unknown {
  const byNumber = new Map<unknown, unknown>();
  for (let at = 0; at < edits.length; at += 2) byNumber.set(edits[at], edits[at + 1]);
  let number = 0;
  let applied = 0;
  const edited = (part: unknown): unknown => {
    const own = number++;
    if (byNumber.has(own)) {
      applied += 2;
      number = own + countJsonParts(part);
      return read(part, byNumber.get(own));
    }
    const parts = orderedJsonParts(part);
    const next = parts?.map(([name, one]) => [name, edited(one)] as const);
    if (!parts || !next?.some(([, one], at) => one !== parts[at]?.[1])) return part;
    return Array.isArray(part) ? next.map(([, one]) => one) : Object.fromEntries(next);
  };
  const after = edits.length === 0 ? value : edited(value);
  if (applied !== edits.length) throw new Error("an edit of no part");
  return after;
}

/**
 * Returns a view after a patch. Parts without a change keep their identity, so that a page draws only changes. Throws if the patch does not fit the view:
 * applied in spite of this, it would show a wrong row.
 */
export function applyPatch({ head, rows }: ViewState, patch: PatchFrame): ViewState {
  const after = patch.head === undefined ? head : applyEdits(head, patch.head);
  if (typeof after !== "object" || after === null) throw new Error("an edit of the whole head");
  const edited = patch.set === undefined ? rows : editedRows(rows, patch.set);
  return { head: after, rows: patch.order === undefined ? edited : inOrder(edited, patch.order) };
}

function editedRows(rows: readonly ViewRow[], set: NonNullable<PatchFrame["set"]>): readonly ViewRow[] {
  let applied = 0;
  const next = rows.map((row, at) => {
    const edits = set[at];
    if (edits === undefined) return row;
    applied++;
    const after = applyEdits(row, edits) as ViewRow | null;
    if (after?.id !== row.id) throw new Error("an edit of an id");
    return after;
  });
  if (applied !== Object.keys(set).length) throw new Error("an edit of no row");
  return next;
}

function inOrder(before: readonly ViewRow[], order: NonNullable<PatchFrame["order"]>): readonly ViewRow[] {
  const rows: ViewRow[] = [];
  for (let at = 0; at < order.length; at++) {
    const item = order[at];
    if (typeof item === "number") {
      const range = before.slice(item, item + Number(order[++at]));
      if (before[item] === undefined || range.length !== order[at]) throw new Error("a range of no rows");
      rows.push(...range);
    } else rows.push(Array.isArray(item) ? (applyEdits(rows.at(-1), item, rowAboveDecoder()) as ViewRow) : (item as ViewRow));
  }
  const ids = new Set(rows.map(({ id }) => id));
  if (ids.size !== rows.length || rows.some(({ id }) => typeof id !== "string")) throw new Error("a row without an id of its own");
  return rows;
}
