import { readLikeAbove } from "@/lib/contract/views/frame-edits";
import type { PatchFrame } from "@/lib/contract/views/frames";
import type { ViewState } from "@/lib/contract/views/view";
import { applyEdits } from "./apply-edits";

type Row = ViewState["rows"][number];

/** A view after a patch. What the patch does not name keeps its identity, so that only what changed is drawn again. */
export function applyPatch(state: ViewState, patch: PatchFrame): ViewState {
  const rows = patch.set === undefined ? state.rows : state.rows.map((row, at) => editedRow(row, patch.set?.[String(at)] ?? []));
  return {
    head: patch.head === undefined ? state.head : (applyEdits(state.head, patch.head) as ViewState["head"]),
    rows: patch.order === undefined ? rows : inOrder(rows, patch.order),
  };
}

function inOrder(before: readonly Row[], order: NonNullable<PatchFrame["order"]>): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < order.length; at++) {
    const item = order[at];
    if (typeof item === "number") {
      const length = Number(order[++at]);
      rows.push(...before.slice(item, item + length));
    } else if (Array.isArray(item)) {
      const above = rows.at(-1);
      if (above !== undefined) rows.push(applyEdits(above, item, readLikeAbove()) as Row);
    } else if (item !== undefined) rows.push(item);
  }
  return rows;
}

function editedRow(row: Row, edits: readonly unknown[]): Row {
  return applyEdits(row, edits) as Row;
}
