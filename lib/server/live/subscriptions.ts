import { partsToWire, type ViewRequest } from "@/lib/contract/view";
import type { Viewer } from "@/lib/domain/scope";
import type { Clock } from "@/lib/server/clock";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { StandingLists } from "@/lib/server/fleet/standing-lists";
import { log, thrownFields } from "@/lib/server/log";
import type { LiveStream } from "./live-stream";
import { SharedView } from "./shared-view";
import { sseEvent } from "./sse";
import { UnreadableQuery, type ViewSource } from "./view-source";
import { VIEWS } from "./views/catalogue";

export interface SubscriptionParts {
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
  readonly clock: Clock;
  /** Shortest time between two frames of one view, in milliseconds. */
  readonly frameMs: number;
}

const AT_FAULT = "This could not be computed. The server's log says why.";

/**
 * Fans views out to streams; equal views of equal scopes are one. Frames are coalesced; a slow reader gets no queue but a fresh start.
 */
export class Subscriptions {
  readonly #views = new Map<string, SharedView<LiveStream>>();
  readonly #viewsOf = new Map<LiveStream, Map<number, SharedView<LiveStream>>>();

  constructor(private readonly parts: SubscriptionParts) {}

  get views(): number {
    return this.#views.size;
  }

  /** Makes these the views of a stream. */
  set(stream: LiveStream, requests: readonly ViewRequest[]): void {
    const current = this.#of(stream);
    const wanted = new Map(requests.map((request) => [request.id, request]));
    for (const [id, view] of current) {
      const request = wanted.get(id);
      if (request === undefined || keyOf(request, stream.viewer) !== view.key) this.#unsubscribe(stream, id, view);
    }
    for (const request of wanted.values()) if (!current.has(request.id)) this.#subscribe(stream, request);
  }

  end(stream: LiveStream): void {
    for (const [id, view] of this.#viewsOf.get(stream) ?? []) this.#unsubscribe(stream, id, view);
    this.#viewsOf.delete(stream);
  }

  /** A fresh start for a reader that was behind, once it has room again. */
  refresh(stream: LiveStream): void {
    if (!stream.behind || !stream.caughtUp) return;
    stream.behind = false;
    for (const view of this.#viewsOf.get(stream)?.values() ?? []) this.#sendSnapshot(stream, view);
  }

  #of(stream: LiveStream): Map<number, SharedView<LiveStream>> {
    const known = this.#viewsOf.get(stream) ?? new Map<number, SharedView<LiveStream>>();
    this.#viewsOf.set(stream, known);
    return known;
  }

  #subscribe(stream: LiveStream, request: ViewRequest): void {
    const view = this.#openView(stream, request);
    if (view === null) return;
    // A view that is out of date is brought up to date for its other readers before the newcomer joins in.
    this.#flush(view);
    if (this.#views.get(view.key) !== view) return this.#refuse(stream, request.id, AT_FAULT);
    view.readers.set(stream, { viewId: request.id, n: 0 });
    this.#viewsOf.get(stream)?.set(request.id, view);
    try {
      this.#sendSnapshot(stream, view);
    } catch (error) {
      this.#giveUp(view, error);
    }
  }

  /** A view that cannot be computed is a fault of ours: its readers are told, and everything else goes on. */
  #giveUp(view: SharedView<LiveStream>, thrown: unknown): void {
    log("error", "a view could not be computed", thrownFields(thrown));
    for (const [stream, { viewId }] of [...view.readers]) {
      this.#refuse(stream, viewId, AT_FAULT);
      this.#unsubscribe(stream, viewId, view);
    }
  }

  #refuse(stream: LiveStream, viewId: number, problem: string): void {
    stream.send(sseEvent("frame", JSON.stringify({ t: "refused", v: viewId, n: 0, problem })));
  }

  #openView(stream: LiveStream, request: ViewRequest): SharedView<LiveStream> | null {
    const key = keyOf(request, stream.viewer);
    const known = this.#views.get(key);
    if (known !== undefined) return known;
    try {
      const view: SharedView<LiveStream> = new SharedView(
        key,
        (changed) => this.#openSource(stream, request, changed),
        this.parts,
        () => this.#flush(view),
      );
      this.#views.set(key, view);
      return view;
    } catch (error) {
      if (!(error instanceof UnreadableQuery)) throw error;
      this.#refuse(stream, request.id, error.message);
      return null;
    }
  }

  #openSource(stream: LiveStream, { kind, query, offset, limit }: ViewRequest, changed: () => void): ViewSource {
    const { fleet, lists } = this.parts;
    return VIEWS[kind]({ fleet, lists, viewer: stream.viewer, query, offset, limit, changed });
  }

  #unsubscribe(stream: LiveStream, id: number, view: SharedView<LiveStream>): void {
    view.readers.delete(stream);
    this.#viewsOf.get(stream)?.delete(id);
    if (view.readers.size > 0) return;
    view.close();
    this.#views.delete(view.key);
  }

  #sendSnapshot(stream: LiveStream, view: SharedView<LiveStream>): void {
    const subscription = view.readers.get(stream);
    if (subscription === undefined) return;
    subscription.n = 0;
    const { head, rows } = view.state();
    stream.send(sseEvent("frame", JSON.stringify({ t: "snapshot", v: subscription.viewId, n: 0, head, rows })));
  }

  #flush(view: SharedView<LiveStream>): void {
    try {
      this.#advance(view);
    } catch (error) {
      this.#giveUp(view, error);
    }
  }

  /** Brings a view up to date and its readers with it; one that was behind and has room again begins anew. */
  #advance(view: SharedView<LiveStream>): void {
    const patch = view.advance();
    // Encoded once; only the browser's own numbers differ.
    const body = patch === null ? null : JSON.stringify(partsToWire(patch)).slice(1);
    for (const [stream, subscription] of view.readers) {
      if (stream.behind) this.refresh(stream);
      else if (body !== null) {
        subscription.n++;
        stream.send(sseEvent("patch", `[${subscription.viewId},${subscription.n},${body}`));
      }
    }
  }
}

function keyOf(request: ViewRequest, viewer: Viewer): string {
  return `${viewer.scope.key}\n${request.kind}\n${request.query}\n${request.offset}\n${request.limit}`;
}
