import { canonicalViewRequest, type ViewKind, type ViewRequest, type ViewState, type ViewStateOf } from "@/lib/contract/views/view";
import type { Viewer } from "@/lib/domain/source/scope";
import type { Clock } from "@/lib/server/clock";
import { MAP_RULES } from "@/lib/server/findings/map-rules";
import { waitForFindings } from "@/lib/server/findings/standing-findings";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { StandingLists } from "@/lib/server/fleet/standing-lists";
import { keyOf } from "./open-views";
import type { ViewSource } from "./view-source";
import type { Views } from "./views/catalogue";

/** Least time between two computations of a changed view, so that pages show a change within a second. Milliseconds. */
const REFRESH_MS = 250;
/** A state is computed again after this time without a change, because some heads depend on the clock. Milliseconds. */
const OLDEST_MS = 1_000;
/** An unused view is closed after this time. Milliseconds. */
const IDLE_MS = 20_000;
/** Most open views of pages. Each one does work on every change of the fleet. */
const MOST_VIEWS = 32;
/** Most bytes of all states together, as JSON. */
const MOST_BYTES = 16_000_000;
/** Longest wait of a page for findings that are not evaluated yet. Then the page shows those that are there. Milliseconds. */
const FINDINGS_MS = 300;

/** Views that repeat an expensive state for some seconds. A page opens them again instead. */
const OPENED_AGAIN: readonly ViewKind[] = ["what-if", "service"];

/**
 * Views of one object. They are computed again after every change: a page that saw "not found" a moment ago and then asks the history would answer 404 for an
 * object that has just come back.
 */
const OF_ONE_OBJECT: readonly ViewKind[] = ["entry", "group", "service", "selected-by", "findings-of", "incidents-of"];

const OF_FINDINGS: readonly ViewKind[] = ["findings", "findings-of", "found-on", "group-findings"];

interface PageView {
  readonly source: ViewSource;
  state: ViewState | null;
  isStale: boolean;
  computedAt: number;
  usedAt: number;
  bytes: number;
}

interface PageViewsParts {
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
  readonly views: Views;
  readonly clock: Pick<Clock, "monotonic" | "setTimer">;
}

/** The state of one view for one page. Only streams have an `id`. */
export type PageViewRequest<Kind extends ViewKind = ViewKind> = Omit<ViewRequest, "id" | "kind"> & { readonly kind: Kind };

/**
 * Views for the first paint of pages: equal requests of equal scope share one open view and one state. A view stays open for a while after its last page. Their
 * number and bytes are bounded. Computes only the changes since the last page, and leaves the evaluation of rules to slices.
 */
export class PageViews {
  /** The key combines scope, kind, query and window. The most recently used view is last. */
  readonly #views = new Map<string, PageView>();
  #bytes = 0;
  #cancelIdle: (() => void) | null = null;
  #isClosed = false;

  constructor(private readonly parts: PageViewsParts) {}

  get size(): number {
    return this.#views.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves to the state. It lacks at most the changes of the last quarter of a second. Throws `UnreadableQuery` for a query that the view cannot read. */
  async state<Kind extends ViewKind>(viewer: Viewer, request: PageViewRequest<Kind>): Promise<ViewStateOf<Kind>> {
    // A view is stored by its kind, which gives the types of its state.
    return (await this.#stateOf(viewer, request)) as ViewStateOf<Kind>;
  }

  async #stateOf(viewer: Viewer, request: PageViewRequest): Promise<ViewState> {
    const { fleet } = this.parts;
    const canonical = canonicalViewRequest(request);
    const key = keyOf(canonical, viewer);
    const view = this.#viewOf(key, viewer, canonical);
    const refreshMs = OF_ONE_OBJECT.includes(request.kind) ? 0 : REFRESH_MS;
    const known = this.#freshState(view, refreshMs);
    if (known !== null) return known;
    if (view.state !== null && OPENED_AGAIN.includes(request.kind)) this.#closeView(key);
    if (OF_FINDINGS.includes(request.kind)) await waitForFindings(fleet, viewer.scope, FINDINGS_MS, request.kind === "found-on" ? MAP_RULES : undefined);
    // Another page may have computed the state meanwhile, or the view was closed to make room.
    const current = this.#viewOf(key, viewer, canonical);
    return this.#freshState(current, refreshMs) ?? this.#compute(key, current);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelIdle?.();
    for (const key of [...this.#views.keys()]) this.#closeView(key);
  }

  #freshState({ state, isStale, computedAt }: PageView, refreshMs: number): ViewState | null {
    const age = this.parts.clock.monotonic() - computedAt;
    return age < (isStale ? refreshMs : OLDEST_MS) ? state : null;
  }

  #viewOf(key: string, viewer: Viewer, request: PageViewRequest): PageView {
    if (this.#isClosed) throw new Error("The server is stopping.");
    const known = this.#views.get(key) ?? this.#open(viewer, request);
    known.usedAt = this.parts.clock.monotonic();
    this.#views.delete(key);
    this.#views.set(key, known);
    this.#makeRoom();
    this.#closeIdleLater();
    return known;
  }

  #open(viewer: Viewer, { kind, query, offset, limit }: PageViewRequest): PageView {
    const { fleet, lists, views } = this.parts;
    let view: PageView | null = null;
    const changed = () => {
      if (view !== null) view.isStale = true;
    };
    const source = views[kind]({ fleet, lists, viewer, query, offset, limit, changed, isFirstPaint: true });
    view = { source, state: null, isStale: false, computedAt: 0, usedAt: 0, bytes: 0 };
    return view;
  }

  #compute(key: string, view: PageView): ViewState {
    view.isStale = false;
    try {
      view.state = view.source.compute();
    } catch (error) {
      this.#closeView(key);
      throw error;
    }
    view.computedAt = this.parts.clock.monotonic();
    const bytes = Buffer.byteLength(JSON.stringify(view.state));
    this.#bytes += bytes - view.bytes;
    view.bytes = bytes;
    const { state } = view;
    this.#makeRoom();
    return state;
  }

  #makeRoom(): void {
    for (const key of this.#views.keys()) {
      if (this.#views.size <= MOST_VIEWS && this.#bytes <= MOST_BYTES) return;
      this.#closeView(key);
    }
  }

  #closeView(key: string): void {
    const view = this.#views.get(key);
    if (view === undefined) return;
    this.#views.delete(key);
    this.#bytes -= view.bytes;
    view.source.close();
  }

  #closeIdleLater(): void {
    this.#cancelIdle ??= this.parts.clock.setTimer(() => {
      this.#cancelIdle = null;
      const before = this.parts.clock.monotonic() - IDLE_MS;
      for (const [key, { usedAt }] of [...this.#views]) if (usedAt <= before) this.#closeView(key);
      if (this.#views.size > 0) this.#closeIdleLater();
    }, IDLE_MS);
  }
}
