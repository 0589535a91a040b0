import type { ViewKind, ViewState, ViewStateOf } from "@/lib/contract/views/view";
import type { Viewer } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { StandingLists } from "@/lib/server/fleet/standing-lists";

/** What a view needs: the fleet, who asks, and whom to tell that it is out of date. */
export interface ViewContext {
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
  readonly viewer: Viewer;
  readonly query: string;
  readonly offset: number;
  readonly limit: number;
  /** To be called whenever `compute` may give something else; cheap, and may be called too often. */
  readonly changed: () => void;
  /** True for the first paint of a page: the view evaluates no rule, and its head reports incomplete findings. */
  readonly isFirstPaint?: boolean;
}

/** An open view. It reports changes to its context, and frees what it needs when it is closed. */
export interface ViewSource<State extends ViewState = ViewState> {
  compute(): State;
  /** Costs less than `compute`: counts that no row contradicts may be those of before. Absent = the view has no such counts. */
  computeRows?(): State;
  close(): void;
}

/** Opens a view of one kind. Throws `UnreadableQuery` for a query that it cannot read. */
export type OpenView<Kind extends ViewKind> = (context: ViewContext) => ViewSource<ViewStateOf<Kind>>;

const BRAND = Symbol.for("stolos.unreadable-query");

/** The query of a view is not one; the message is for the reader. */
export class UnreadableQuery extends Error {
  readonly [BRAND] = true;

  /** A module exists several times in a Next process: what another one's view threw is one too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}
