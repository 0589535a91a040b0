import type { Heartbeat } from "@/lib/contract/status";
import { parseMoment } from "@/lib/contract/url/history-window";
import { isAnsweredByHistory } from "@/lib/contract/url/lost-query";
import type { ViewKind, ViewState, ViewStateOf } from "@/lib/contract/views/view";
import type { Viewer } from "@/lib/domain/source/scope";
import type { FleetReader } from "./fleet/fleet-reader";
import type { StandingLists } from "./fleet/standing-lists";
import type { History } from "./history/history";
import { Refusal } from "./http/problem";
import type { PageViews } from "./live/page-views";
import { UnreadableQuery } from "./live/view-source";
import { pastView } from "./past-view";

/** What a page shows before its stream is open. */
export interface FirstPaint<Kind extends ViewKind = ViewKind> {
  readonly state: ViewStateOf<Kind> | null;
  readonly problem: string | null;
  readonly beat: Heartbeat;
  /** The version of the server that drew it. */
  readonly build: string;
}

/** What a first paint is computed from. */
export interface PaintParts {
  readonly history: History;
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
  readonly hub: { readonly build: string };
  readonly pageViews: Pick<PageViews, "state">;
  beat(viewer: Viewer): Heartbeat;
}

/** The view that a page begins with. */
export interface PaintQuestion<Kind extends ViewKind = ViewKind> {
  readonly kind: Kind;
  readonly query: string;
  readonly window: { readonly offset: number; readonly limit: number };
  /** `at=` as the address spells it. */
  readonly at?: string | readonly string[] | undefined;
}

/** Returns the view for the first paint of a page, shared by equal pages of equal scope. `at` = the view of a past moment. */
export async function initialView<Kind extends ViewKind>(
  parts: PaintParts,
  viewer: Viewer,
  { kind, query, window, at: spelled }: PaintQuestion<Kind>,
): Promise<FirstPaint<Kind>> {
  const { hub, pageViews } = parts;
  const beat = parts.beat(viewer);
  try {
    const at = typeof spelled === "string" ? parseMoment(spelled) : null;
    if (at !== null || isAnsweredByHistory(kind, query)) {
      const { head, rows, clusters } = await pastView(parts, viewer, { kind, query, ...window, at });
      // The answer of the history is a view of any kind. The request gives the kind.
      return { state: { head, rows, clusters } as ViewState as ViewStateOf<Kind>, problem: null, beat, build: hub.build };
    }
    const state = await pageViews.state(viewer, { kind, query, ...window });
    return { state, problem: null, beat, build: hub.build };
  } catch (error) {
    if (!(error instanceof UnreadableQuery || error instanceof Refusal)) throw error;
    return { state: null, problem: error instanceof Refusal ? error.detail : error.message, beat, build: hub.build };
  }
}
