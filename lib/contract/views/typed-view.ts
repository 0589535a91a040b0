import type { ViewState } from "./view";

/** Casts the state of a server-rendered view to its types. The server built it from the same contract as every frame, so nothing is checked. */
export function typedView<H, R extends { readonly id: string }>(state: ViewState | null): ViewState<H, R> | null {
  return state as ViewState<H, R> | null;
}
