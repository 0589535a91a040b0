import { type JsonEdits, rowAboveEncoder } from "@/lib/contract/views/frame-edits";
import type { PatchFrame } from "@/lib/contract/views/frames";
import type { ViewState } from "@/lib/contract/views/view";
import { editsBetween } from "./edits-between";

/** What a patch carries; see PatchFrame. */
export type ViewPatch = Pick<PatchFrame, "head" | "set" | "order">;

type Row = ViewState["rows"][number];

/** What turns one state of a view into the next; null where nothing a reader sees has changed. Costs one pass over head and window. */
export function viewDiff(before: ViewState, after: ViewState): ViewPatch | null {
  const head = editsBetween(before.head, after.head);
  const places = new Map(before.rows.map((row, at) => [row.id, at]));
  const set: Record<string, unknown[]> = {};
  for (const row of after.rows) {
    const at = places.get(row.id);
    const old = at === undefined ? undefined : before.rows[at];
    if (old === undefined || old === row) continue;
    const edits = editsBetween(old, row);
    if (edits.length > 0) set[String(at)] = [...edits];
  }
  const rowsChanged = Object.keys(set).length > 0;
  const moved = before.rows.length !== after.rows.length || after.rows.some((row, at) => before.rows[at]?.id !== row.id);
  if (head.length === 0 && !rowsChanged && !moved) return null;
  return { ...(head.length === 0 ? {} : { head: [...head] }), ...(rowsChanged ? { set } : {}), ...(moved ? { order: orderOf(places, after.rows) } : {}) };
}

/** The rows as stretches of those before, and between them those that came. */
function orderOf(places: ReadonlyMap<string, number>, rows: readonly Row[]): NonNullable<ViewPatch["order"]> {
  const order: NonNullable<ViewPatch["order"]> = [];
  let stretch: { readonly first: number; length: number } | null = null;
  const end = () => {
    if (stretch !== null) order.push(stretch.first, stretch.length);
    stretch = null;
  };
  for (const [at, row] of rows.entries()) {
    const place = places.get(row.id);
    if (place !== undefined && stretch !== null && place === stretch.first + stretch.length) {
      stretch.length++;
      continue;
    }
    end();
    if (place === undefined) order.push(shorter(row, rows[at - 1]));
    else stretch = { first: place, length: 1 };
  }
  end();
  return order;
}

/** A row that came, in fewer words where it is much like the one above it. */
function shorter(row: Row, above: Row | undefined): { id: string } | unknown[] {
  if (above === undefined) return { ...row };
  const edits: JsonEdits = editsBetween(above, row, rowAboveEncoder());
  return JSON.stringify(edits).length < JSON.stringify(row).length ? [...edits] : { ...row };
}
