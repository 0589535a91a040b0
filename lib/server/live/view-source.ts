import type { ViewState } from "@/lib/contract/views/view";
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

/** An open view: gives its state on demand, tells when it is out of date, and frees what it holds when closed. */
export interface ViewSource {
  compute(): ViewState;
  /** The same for less: counts beside the rows may be those of before. Only of a view that has some, and never where the rows give them the lie. */
  computeRows?(): ViewState;
  close(): void;
}

/** Opens a view of one kind; throws `UnreadableQuery` where the query cannot be read. */
export type OpenView = (context: ViewContext) => ViewSource;

const BRAND = Symbol.for("stolos.unreadable-query");

/** The query of a view is not one; the message is for the reader. */
export class UnreadableQuery extends Error {
  readonly [BRAND] = true;

  /** A module exists several times in a Next process: what another one's view threw is one too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}
