import type { Beat } from "@/lib/contract/status";
import type { VIEW_KINDS, ViewState } from "@/lib/contract/view";
import { beatOf } from "./live/beat-of";
import { UnreadableQuery } from "./live/view-source";
import { VIEWS } from "./live/views/catalogue";
import { getRuntime } from "./runtime";

/** What a page shows before its stream is open. */
export interface FirstPaint {
  readonly state: ViewState | null;
  readonly problem: string | null;
  readonly beat: Beat;
}

/** Computes a view once, for the first paint. Its cost follows the window, not the fleet. `at`: the moment that the page is about, null = now. */
export async function initialView(
  kind: (typeof VIEW_KINDS)[number],
  query: string,
  window: { readonly offset: number; readonly limit: number },
  at: number | null = null,
): Promise<FirstPaint> {
  const { fleet, lists, viewer, clock, statuses, problems } = await getRuntime();
  const asking = viewer();
  const beat = beatOf(clock.now(), statuses(), problems(), asking.scope);
  // What is now is no answer to a question about the past: the page asks for it.
  if (at !== null) return { state: null, problem: null, beat };
  try {
    const source = VIEWS[kind]({ fleet, lists, viewer: asking, query, ...window, changed: () => undefined });
    const state = source.compute();
    source.close();
    return { state, problem: null, beat };
  } catch (error) {
    if (!(error instanceof UnreadableQuery)) throw error;
    return { state: null, problem: error.message, beat };
  }
}
