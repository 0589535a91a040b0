import type { Beat } from "@/lib/contract/status";
import type { ViewRequest } from "@/lib/contract/view";
import type { Viewer } from "@/lib/domain/scope";
import type { Clock } from "@/lib/server/clock";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { StandingLists } from "@/lib/server/fleet/standing-lists";
import { log, thrownFields } from "@/lib/server/log";
import { freshnessIn } from "./beat-of";
import { type ByteSink, LiveStream } from "./live-stream";
import { SharedView } from "./shared-view";
import { sseEvent } from "./sse";
import { UnreadableQuery, type ViewSource } from "./view-source";
import { VIEWS } from "./views/catalogue";

/** How the hub paces itself; milliseconds. */
export interface HubPace {
  readonly beatMs: number;
  /** Shortest time between two frames of one view. */
  readonly frameMs: number;
}

export interface HubParts {
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
  readonly clock: Clock;
  readonly pace: HubPace;
  readonly build: string;
  /** How fresh everything is, as this viewer may know it. */
  readonly beat: (viewer: Viewer) => Beat;
  readonly newId: () => string;
}

const AT_FAULT = "This could not be computed. The server's log says why.";

/**
 * Fans views out to browsers. A browser holds one stream and sets the list of its views; equal views of equal scopes are one.
 * Frames are coalesced; a slow reader gets no queue but a fresh start.
 */
export class Hub {
  readonly #streams = new Map<string, LiveStream>();
  readonly #views = new Map<string, SharedView<LiveStream>>();
  readonly #viewsOf = new Map<LiveStream, Map<number, SharedView<LiveStream>>>();
  /** What each stream was last told of freshness. */
  readonly #told = new WeakMap<LiveStream, string>();
  #cancelBeat: (() => void) | null = null;
  #closed = false;

  constructor(private readonly parts: HubParts) {
    this.#scheduleBeat();
  }

  /** The version of this server, as browsers compare it. */
  get build(): string {
    return this.parts.build;
  }

  get streams(): number {
    return this.#streams.size;
  }

  get views(): number {
    return this.#views.size;
  }

  /** Opens a stream; its first events are `hello` and a beat. */
  open(viewer: Viewer, sink: ByteSink): LiveStream {
    const stream = new LiveStream(this.parts.newId(), viewer, sink);
    if (this.#closed) {
      stream.end();
      return stream;
    }
    this.#streams.set(stream.id, stream);
    this.#viewsOf.set(stream, new Map());
    stream.send(sseEvent("hello", JSON.stringify({ stream: stream.id, build: this.parts.build, beatMs: this.parts.pace.beatMs })));
    const { beat, bytes } = this.#beatFor(viewer);
    this.#told.set(stream, freshnessIn(beat));
    stream.send(bytes);
    return stream;
  }

  /** Makes these the views of a stream; false where there is no such stream of this viewer. */
  setViews(streamId: string, viewer: Viewer, requests: readonly ViewRequest[]): boolean {
    const stream = this.#streams.get(streamId);
    if (stream === undefined || stream.ended || stream.viewer.scope.key !== viewer.scope.key) return false;
    const current = this.#viewsOf.get(stream) ?? new Map<number, SharedView<LiveStream>>();
    const wanted = new Map(requests.map((request) => [request.id, request]));
    for (const [id, view] of current) {
      const request = wanted.get(id);
      if (request === undefined || keyOf(request, viewer) !== view.key) this.#unsubscribe(stream, id, view);
    }
    for (const request of wanted.values()) if (!current.has(request.id)) this.#subscribe(stream, request);
    return true;
  }

  close(stream: LiveStream): void {
    if (!this.#streams.delete(stream.id)) return;
    for (const [id, view] of this.#viewsOf.get(stream) ?? []) this.#unsubscribe(stream, id, view);
    this.#viewsOf.delete(stream);
    stream.end();
  }

  /** Something about freshness may have changed: whoever sees a difference hears of it at once. */
  freshnessChanged(): void {
    this.#sendBeats((stream, beat) => this.#told.get(stream) !== freshnessIn(beat));
  }

  #sendBeats(toWhom: (stream: LiveStream, beat: Beat) => boolean): void {
    const encoded = new Map<string, { readonly beat: Beat; readonly bytes: Uint8Array }>();
    for (const stream of this.#streams.values()) {
      const { key } = stream.viewer.scope;
      const made = encoded.get(key) ?? this.#beatFor(stream.viewer);
      encoded.set(key, made);
      if (!toWhom(stream, made.beat)) continue;
      this.#told.set(stream, freshnessIn(made.beat));
      stream.send(made.bytes);
      if (stream.behind && stream.caughtUp) this.#refresh(stream);
    }
  }

  #beatFor(viewer: Viewer): { readonly beat: Beat; readonly bytes: Uint8Array } {
    const beat = { ...this.parts.beat(viewer), spreadMs: spreadOf(this.#streams.size) };
    return { beat, bytes: sseEvent("beat", JSON.stringify(beat)) };
  }

  /** Ends every stream; browsers come back with a fresh one. */
  endAll(): void {
    for (const stream of [...this.#streams.values()]) this.close(stream);
  }

  /** Ends every stream for good, so that the process can go. */
  closeAll(): void {
    this.#closed = true;
    this.#cancelBeat?.();
    this.endAll();
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
    const { clock, pace } = this.parts;
    const schedule = (flush: () => void) => clock.setTimer(flush, pace.frameMs);
    try {
      const view: SharedView<LiveStream> = new SharedView(
        key,
        (changed) => this.#openSource(stream, request, changed),
        schedule,
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
    const body = patch === null ? null : JSON.stringify(patch).slice(1);
    for (const [stream, subscription] of view.readers) {
      if (stream.behind) {
        if (stream.caughtUp) this.#refresh(stream);
      } else if (body !== null) {
        subscription.n++;
        stream.send(sseEvent("frame", `{"t":"patch","v":${subscription.viewId},"n":${subscription.n},${body}`));
      }
    }
  }

  /** A fresh start for a reader that was behind. */
  #refresh(stream: LiveStream): void {
    stream.behind = false;
    for (const view of this.#viewsOf.get(stream)?.values() ?? []) this.#sendSnapshot(stream, view);
  }

  #scheduleBeat(): void {
    this.#cancelBeat = this.parts.clock.setTimer(() => {
      this.#sendBeats(() => true);
      this.#scheduleBeat();
    }, this.parts.pace.beatMs);
  }
}

/** What browsers need to come back without a crowd when this server restarts: one within a second, two hundred within six. */
function spreadOf(streams: number): number {
  return Math.min(15_000, Math.max(1_000, streams * 30));
}

function keyOf(request: ViewRequest, viewer: Viewer): string {
  return `${viewer.scope.key}\n${request.kind}\n${request.query}\n${request.offset}\n${request.limit}`;
}
