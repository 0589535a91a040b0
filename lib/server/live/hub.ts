import type { Heartbeat } from "@/lib/contract/status";
import { canonicalViewRequest, MAX_STREAM_COST, type ViewRequest, viewCostOf } from "@/lib/contract/views/view";
import type { Viewer } from "@/lib/domain/source/scope";
import type { SignIn } from "@/lib/server/access/viewer";
import { viewerDigest } from "@/lib/server/access/viewer-digest";
import type { Clock } from "@/lib/server/clock";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { StandingLists } from "@/lib/server/fleet/standing-lists";
import { Refusal } from "@/lib/server/http/problem";
import type { HeldClusters } from "./held-beat";
import { type ByteSink, LiveStream } from "./live-stream";
import { sseEvent } from "./sse";
import { StreamBeats } from "./stream-beats";
import { Subscriptions } from "./subscriptions";
import type { Views } from "./views/catalogue";

/** How the hub paces itself; milliseconds. */
interface HubPace {
  readonly beatMs: number;
  /** Shortest time between two frames of one view. */
  readonly frameMs: number;
}

export interface HubParts {
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
  /** Absent = those of the catalogue, without a check of their states. */
  readonly views?: Views;
  readonly clock: Clock;
  readonly pace: HubPace;
  readonly build: string;
  /** How fresh everything is, as this viewer may know it. */
  readonly beat: (viewer: Viewer) => Heartbeat;
  /** As a sign-in's. */
  readonly follow?: SignIn["follow"];
  readonly newId: () => string;
  readonly limits?: StreamLimits;
}

/** How many streams may be open at once, in all and of one viewer. */
interface StreamLimits {
  readonly streams: number;
  readonly streamsOfViewer: number;
}

const LIMITS: StreamLimits = { streams: 1_000, streamsOfViewer: 50 };
/** Who is refused for now may ask again after this. Seconds. */
const ASK_AGAIN_SECONDS = 10;

/** Holds the browsers' streams and tells each how fresh everything is. A browser holds one stream and sets the list of its views. */
export class Hub {
  readonly #streams = new Map<string, LiveStream>();
  readonly #subscriptions: Subscriptions;
  readonly #beats: StreamBeats;
  /** What ends the waiting for changed rights of each stream's viewer. */
  readonly #unfollow = new WeakMap<LiveStream, () => void>();
  #cancelBeat: (() => void) | null = null;
  #closed = false;

  constructor(private readonly parts: HubParts) {
    const { fleet, lists, views, clock, pace } = parts;
    this.#beats = new StreamBeats((viewer) => ({ ...parts.beat(viewer), spreadMs: spreadOf(this.#streams.size) }));
    this.#subscriptions = new Subscriptions({ fleet, lists, views, clock, frameMs: pace.frameMs });
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
    return this.#subscriptions.views;
  }

  /** Refuses a stream that is one too many, and views that cost more than a stream may. */
  admit(viewer: Viewer, requests: readonly ViewRequest[]): void {
    const { streams, streamsOfViewer } = this.parts.limits ?? LIMITS;
    if (this.#streams.size >= streams) throw tooMany(`This server holds ${streams} open streams, as many as it may (STOLOS_MAX_STREAMS).`);
    const ofViewer = [...this.#streams.values()].filter((stream) => stream.viewer.subject === viewer.subject).length;
    if (ofViewer >= streamsOfViewer) throw tooMany(`You have ${ofViewer} open streams, as many as one viewer may (STOLOS_MAX_STREAMS_PER_VIEWER).`);
    requireAffordable(requests);
  }

  /** Opens a stream; its first events are `hello` and a beat. It ends when its viewer's rights change: whoever comes back is told anew who asks. */
  open(viewer: Viewer, sink: ByteSink): LiveStream {
    const stream = new LiveStream(this.parts.newId(), viewer, sink);
    if (this.#closed) {
      stream.end();
      return stream;
    }
    this.#streams.set(stream.id, stream);
    stream.send(
      sseEvent("hello", JSON.stringify({ stream: stream.id, build: this.parts.build, beatMs: this.parts.pace.beatMs, viewer: viewerDigest(viewer) })),
    );
    this.#beats.send(stream);
    const unfollow = this.parts.follow?.(
      viewer,
      () => this.close(stream),
      (since) => this.#hold(stream, since),
    );
    if (unfollow === undefined) return stream;
    if (stream.ended) unfollow();
    else this.#unfollow.set(stream, unfollow);
    return stream;
  }

  /** Makes these the views of a stream; false where there is no such stream of this viewer. Refuses views that cost more than a stream may. */
  setViews(streamId: string, viewer: Viewer, requests: readonly ViewRequest[]): boolean {
    const stream = this.#streams.get(streamId);
    if (stream === undefined || stream.ended || !isSame(stream.viewer, viewer)) return false;
    requireAffordable(requests);
    this.#subscriptions.set(stream, requests);
    return true;
  }

  close(stream: LiveStream): void {
    if (!this.#streams.delete(stream.id)) return;
    this.#unfollow.get(stream)?.();
    this.#subscriptions.end(stream);
    stream.end();
  }

  /** Something about freshness may have changed: whoever sees a difference hears of it at once. */
  freshnessChanged(): void {
    this.#sendBeats(true);
  }

  /**
   * What its viewer may see of these clusters could not be checked since then (monotonic): whatever shows something of them stands still, and the beats say so at
   * once. Beats call a cluster live again only after what stood still has begun anew.
   */
  #hold(stream: LiveStream, since: ReadonlyMap<string, number>): void {
    const { clock } = this.parts;
    const before = this.#beats.heldOf(stream);
    const held: HeldClusters = new Map([...since].map(([cluster, at]) => [cluster, before.get(cluster) ?? clock.now() - (clock.monotonic() - at)]));
    stream.hold(new Set(since.keys()));
    this.#beats.hold(stream, new Map([...before, ...held]));
    this.#subscriptions.turned(stream, () => this.#beats.hold(stream, held));
  }

  #sendBeats(onlyNews: boolean): void {
    this.#beats.sendAll(this.#streams.values(), onlyNews, (stream) => this.#subscriptions.refresh(stream));
  }

  /** Ends every stream for good, so that the process can go. */
  closeAll(): void {
    this.#closed = true;
    this.#cancelBeat?.();
    for (const stream of [...this.#streams.values()]) this.close(stream);
    this.#subscriptions.stop();
  }

  #scheduleBeat(): void {
    this.#cancelBeat = this.parts.clock.setTimer(() => {
      this.#sendBeats(false);
      this.#scheduleBeat();
    }, this.parts.pace.beatMs);
  }
}

/** A stream belongs to one viewer with the rights that it was opened with; of those, what could not be checked stands still in it. */
function isSame(a: Viewer, asking: Viewer): boolean {
  return a.subject === asking.subject && (a.scope.key === asking.scope.key || a.scope.key === asking.held?.key);
}

function tooMany(detail: string): Refusal {
  return new Refusal(429, "Too many streams", `${detail} Close other pages, or try again later.`, undefined, { retryAfterSeconds: ASK_AGAIN_SECONDS });
}

/** Counts no further than the limit: whoever asks for far too much is not given the time to have it all counted. */
function requireAffordable(requests: readonly ViewRequest[]): void {
  let rows = 0;
  for (const request of requests) {
    rows += viewCostOf(canonicalViewRequest(request));
    if (rows <= MAX_STREAM_COST) continue;
    const detail = `These ${requests.length} views cost more than ${MAX_STREAM_COST} rows, the most that one stream may have. Ask for fewer views or shorter windows.`;
    throw new Refusal(413, "Too much", detail, "views");
  }
}

/** What browsers need to come back without a crowd when this server restarts: one within a second, two hundred within six. */
function spreadOf(streams: number): number {
  return Math.min(15_000, Math.max(1_000, streams * 30));
}
