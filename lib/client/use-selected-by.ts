"use client";

import type { SelectedByHead } from "@/lib/contract/views/selected-by";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { useView } from "./use-view";

/** The view has no rows. */
const NO_ROWS = { offset: 0, limit: 0 };

/** Who selects a machine or the machines of a group, or why that cannot be told; both null = on its way, or (query null) not asked for. `initial`: what the server painted. */
export function useSelectedBy(
  query: string | null,
  initial: ViewStateOf<"selected-by"> | null,
): { readonly head: SelectedByHead | null; readonly problem: string | null } {
  const { state, problem } = useView("selected-by", query, NO_ROWS, initial);
  return { head: state?.head ?? null, problem };
}
