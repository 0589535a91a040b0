import type { ViewState } from "./view";

/** Names the shapes of a view that the server painted. It built them from the same contract as every frame; this only says so. */
export function typedView<H, R extends { readonly id: string }>(state: ViewState | null): ViewState<H, R> | null {
  return state as ViewState<H, R> | null;
}
