import type { PatchFrame, ViewState } from "@/lib/contract/view";

type Row = ViewState["rows"][number];

/** A view after a patch. Rows that the patch does not name keep their identity, so that only what changed is drawn again. */
export function applyPatch(state: ViewState, patch: PatchFrame): ViewState {
  const rows = new Map(state.rows.map((row) => [row.id, row]));
  for (const [id, fields] of Object.entries(patch.set ?? {})) {
    const known = rows.get(id);
    rows.set(id, known === undefined ? { ...fields, id } : { ...known, ...fields, id });
  }
  const ids = patch.order ?? state.rows.map((row) => row.id);
  return {
    head: patch.head === undefined ? state.head : { ...state.head, ...patch.head },
    rows: ids.map((id) => rows.get(id)).filter((row): row is Row => row !== undefined),
  };
}
