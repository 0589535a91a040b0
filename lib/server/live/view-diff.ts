import type { ViewState } from "@/lib/contract/view";

/** What a patch carries: head fields, changed fields by row id, and the order where it moved. */
export interface ViewPatch {
  readonly head?: Record<string, unknown>;
  readonly set?: Record<string, Record<string, unknown>>;
  readonly order?: readonly string[];
}

type Row = ViewState["rows"][number];

/** What turns one state of a view into the next; null where nothing a reader sees has changed. Costs one pass over the window. */
export function viewDiff(before: ViewState, after: ViewState): ViewPatch | null {
  const head = changedFields(before.head, after.head);
  const known = new Map(before.rows.map((row) => [row.id, row]));
  const set: Record<string, Record<string, unknown>> = Object.create(null);
  let rowsChanged = false;
  for (const row of after.rows) {
    const old = known.get(row.id);
    if (old === row) continue;
    const fields = old === undefined ? { ...row } : changedFields(fieldsOf(old), fieldsOf(row));
    if (fields === null) continue;
    set[row.id] = fields;
    rowsChanged = true;
  }
  const moved = before.rows.length !== after.rows.length || after.rows.some((row, at) => before.rows[at]?.id !== row.id);
  if (head === null && !rowsChanged && !moved) return null;
  return { ...(head === null ? {} : { head }), ...(rowsChanged ? { set } : {}), ...(moved ? { order: after.rows.map((row) => row.id) } : {}) };
}

function fieldsOf(row: Row): Record<string, unknown> {
  return { ...row };
}

function changedFields(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  let changed: Record<string, unknown> | null = null;
  for (const [key, value] of Object.entries(after)) {
    if (same(before[key], value)) continue;
    changed ??= {};
    changed[key] = value;
  }
  return changed;
}

/** Values are plain JSON; most are numbers and strings. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  return typeof a === "object" && typeof b === "object" && a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b);
}
