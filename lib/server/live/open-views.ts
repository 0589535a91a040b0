import { type ViewRequest, viewCostOf } from "@/lib/contract/views/view";
import type { Viewer } from "@/lib/domain/source/scope";
import type { Clock } from "@/lib/server/clock";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { StandingLists } from "@/lib/server/fleet/standing-lists";
import type { LiveStream } from "./live-stream";
import { SharedView, type Subscription } from "./shared-view";
import { VIEWS, type Views } from "./views/catalogue";

export interface SubscriptionParts {
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
  readonly clock: Clock;
  /** Absent = those of the catalogue, without a check of their states. */
  readonly views?: Views | undefined;
  /** Shortest time between two frames of one view, in milliseconds. */
  readonly frameMs: number;
}

/** What all views together may cost, in rows, equal ones counted once. */
const MOST_ROWS_IN_ALL = 64_000;

export type View = SharedView<LiveStream>;
export type Reading = Subscription<LiveStream> & { readonly view: View };

/** The views that somebody reads: equal ones of equal scopes are one, and all together have a limit. */
export class OpenViews {
  readonly #views = new Map<string, View>();
  #cost = 0;

  constructor(
    private readonly parts: SubscriptionParts,
    /** A view is out of date. */
    private readonly outdated: (view: View) => void,
  ) {}

  get size(): number {
    return this.#views.size;
  }

  /** Is it still open? */
  has(view: View): boolean {
    return this.#views.get(view.key) === view;
  }

  /** The open view that is the answer to a request of a viewer. */
  of(request: ViewRequest, viewer: Viewer): View | null {
    return this.#views.get(keyOf(request, viewer)) ?? null;
  }

  /** May another one of that cost be opened? */
  hasRoom(cost: number): boolean {
    return this.#cost + cost <= MOST_ROWS_IN_ALL;
  }

  /** Opens one that is not open yet. Throws where its query cannot be read. */
  open(request: ViewRequest, viewer: Viewer): View {
    const cost = viewCostOf(request);
    const { fleet, lists, views = VIEWS } = this.parts;
    const { kind, query, offset, limit } = request;
    const view: View = new SharedView(
      keyOf(request, viewer),
      cost,
      (changed) => views[kind]({ fleet, lists, viewer, query, offset, limit, changed }),
      this.parts,
      () => this.outdated(view),
    );
    this.#views.set(view.key, view);
    this.#cost += cost;
    return view;
  }

  /** Closes one that nobody reads any more. */
  closeUnread(view: View): void {
    if (view.readers.size > 0 || !this.has(view)) return;
    view.close();
    this.#views.delete(view.key);
    this.#cost -= view.cost;
  }
}

/** Equal views of equal scopes have equal keys. */
export function keyOf({ kind, query, offset, limit }: Omit<ViewRequest, "id">, viewer: Viewer): string {
  return `${viewer.scope.key}\n${kind}\n${query}\n${offset}\n${limit}`;
}
