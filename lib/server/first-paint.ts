import { parseMoment } from "@/lib/contract/history-window";
import { isOfRecord } from "@/lib/contract/lost-query";
import type { Beat } from "@/lib/contract/status";
import type { VIEW_KINDS, ViewState } from "@/lib/contract/view";
import type { Viewer } from "@/lib/domain/scope";
import type { History } from "./history/history";
import { Refusal } from "./http/problem";
import { UnreadableQuery, type ViewContext } from "./live/view-source";
import type { Views } from "./live/views/catalogue";
import { pastView } from "./past-view";

/** What a page shows before its stream is open. */
export interface FirstPaint {
  readonly state: ViewState | null;
  readonly problem: string | null;
  readonly beat: Beat;
  /** The version of the server that drew it. */
  readonly build: string;
}

/** What a first paint is computed from. */
export interface PaintParts extends Pick<ViewContext, "fleet" | "lists"> {
  readonly history: History;
  readonly hub: { readonly build: string };
  /** The views as streams open them: what those keep of a fleet, such as its findings, is there for a page too. */
  readonly views: Views;
  beat(viewer: Viewer): Beat;
}

/** The view that a page begins with. */
export interface PaintQuestion {
  readonly kind: (typeof VIEW_KINDS)[number];
  readonly query: string;
  readonly window: { readonly offset: number; readonly limit: number };
  /** `at=` as the address spells it. */
  readonly at?: string | readonly string[] | undefined;
}

/** Computes a view once, for the first paint; with `at`, as it was then. Its cost follows the window, not the fleet. */
export async function initialView(parts: PaintParts, viewer: Viewer, { kind, query, window, at: spelled }: PaintQuestion): Promise<FirstPaint> {
  const { fleet, lists, hub, views } = parts;
  const beat = parts.beat(viewer);
  try {
    const at = typeof spelled === "string" ? parseMoment(spelled) : null;
    if (at !== null || isOfRecord(kind, query)) {
      const { head, rows } = await pastView(parts, viewer, { kind, query, ...window, at });
      return { state: { head, rows }, problem: null, beat, build: hub.build };
    }
    const source = views[kind]({ fleet, lists, viewer, query, ...window, changed: () => undefined });
    const state = source.compute();
    source.close();
    return { state, problem: null, beat, build: hub.build };
  } catch (error) {
    if (!(error instanceof UnreadableQuery || error instanceof Refusal)) throw error;
    return { state: null, problem: error instanceof Refusal ? error.detail : error.message, beat, build: hub.build };
  }
}
