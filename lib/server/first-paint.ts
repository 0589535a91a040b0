import { parseMoment } from "@/lib/contract/history-window";
import { isOfRecord } from "@/lib/contract/lost-query";
import type { Beat } from "@/lib/contract/status";
import type { VIEW_KINDS, ViewState } from "@/lib/contract/view";
import { Refusal } from "./http/problem";
import { beatOf, historyBeat } from "./live/beat-of";
import { UnreadableQuery } from "./live/view-source";
import { VIEWS } from "./live/views/catalogue";
import { pastView } from "./past-view";
import { getRuntime } from "./runtime";

/** What a page shows before its stream is open. */
export interface FirstPaint {
  readonly state: ViewState | null;
  readonly problem: string | null;
  readonly beat: Beat;
  /** The version of the server that drew it. */
  readonly build: string;
}

/** Computes a view once, for the first paint; with `at=` as the address spells it, as it was then. Its cost follows the window, not the fleet. */
export async function initialView(
  kind: (typeof VIEW_KINDS)[number],
  query: string,
  window: { readonly offset: number; readonly limit: number },
  spelled?: string | readonly string[],
): Promise<FirstPaint> {
  const runtime = await getRuntime();
  const { fleet, lists, viewer, clock, statuses, problems, history, hub } = runtime;
  const asking = viewer();
  const beat = { ...beatOf(clock.now(), statuses(), problems(), asking.scope), history: historyBeat(history.status()) };
  try {
    const at = typeof spelled === "string" ? parseMoment(spelled) : null;
    if (at !== null || isOfRecord(kind, query)) {
      const { head, rows } = await pastView(runtime, { kind, query, ...window, at });
      return { state: { head, rows }, problem: null, beat, build: hub.build };
    }
    const source = VIEWS[kind]({ fleet, lists, viewer: asking, query, ...window, changed: () => undefined });
    const state = source.compute();
    source.close();
    return { state, problem: null, beat, build: hub.build };
  } catch (error) {
    if (!(error instanceof UnreadableQuery || error instanceof Refusal)) throw error;
    return { state: null, problem: error instanceof Refusal ? error.detail : error.message, beat, build: hub.build };
  }
}
