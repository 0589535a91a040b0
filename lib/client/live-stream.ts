import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { ProblemCode } from "@/lib/contract/answers/answers";
import { applyHeartbeatDelta, Heartbeat, HeartbeatDelta, StreamHello } from "@/lib/contract/status";
import { type Frame, patchFromWire, SnapshotOrRefusedFrame, WirePatch } from "@/lib/contract/views/frames";
import type { ViewRequest } from "@/lib/contract/views/view";
import type { ReportMisfit } from "./live-views";
import { retryPauseMs } from "./retry-pause";

/** What a stream needs of its surroundings; tests and other programs give their own. */
export interface LiveSurroundings {
  readonly url: string;
  readonly fetch: typeof fetch;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly setTimer: (call: () => void, ms: number) => () => void;
  readonly reportMisfit?: ReportMisfit;
}

/** What a stream tells of. `lost` may come several times before the next `hello`. */
export interface StreamEvents {
  hello(hello: StreamHello): void;
  /** `heardAt`: when, in milliseconds that never go back. */
  beat(beat: Heartbeat, heardAt: number): void;
  frame(frame: Frame): void;
  /** It broke, fell silent or could not be opened. */
  lost(why: StreamLoss): void;
}

/**
 * The reason for a lost stream; "" = not known. `held back`: requests pass, and only streams do not. `unchecked`: Stolos cannot check the permissions of the
 * viewer, because the API server does not answer.
 */
export type StreamLoss = "" | "held back" | "signed out" | "not allowed" | "unchecked";

const SILENT_BEATS = 2.2;
const OPEN_LIMIT_MS = 10_000;
/** After a loss a socket may be dead without anyone knowing: the first attempts are given up sooner. */
const REOPEN_LIMIT_MS = 3_000;
/** Whether the viewer may see something could not be checked. */
const UNCHECKED = 503;
const REFUSALS: Readonly<Record<number, StreamLoss>> = { 401: "signed out", 403: "not allowed" };

/** Connections that a browser keeps to one server, each of which may be dead; and how long a question may take that finds it out. */
const SOCKETS = 6;
const QUESTION_LIMIT_MS = 3_000;

/** Several pages wake at once; a stream so young need not be opened again. */
const YOUNG_MS = 1_000;

/** One stream from the server: opens, watches for silence, and comes back by itself with jitter. What it carries is for others to know. */
export class LiveStream {
  #name: string | null = null;
  /** The last beat of this very stream. */
  #beat: Heartbeat | null = null;
  #abort: AbortController | null = null;
  #cancelRetry: (() => void) | null = null;
  #cancelSilence: (() => void) | null = null;
  #attempts = 0;
  #everHeard = false;
  #loss: StreamLoss = "";
  #beatMs = 5_000;
  #spreadMs = 0;
  /** How far the server's time is ahead of ours, by the beat that came fastest. Milliseconds. */
  #ahead = Number.NEGATIVE_INFINITY;
  #stopped = true;
  #openedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly surroundings: LiveSurroundings,
    /** The views that a stream begins with. */
    private readonly views: () => readonly ViewRequest[],
    private readonly events: StreamEvents,
  ) {}

  /** Has the server said the stream's name? */
  get isOpen(): boolean {
    return this.#name !== null;
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#attempts = 0;
    this.#open();
  }

  stop(): void {
    this.#stopped = true;
    this.#everHeard = false;
    this.#cancelRetry?.();
    this.#close();
  }

  /** The time that passed may have been a sleep: do not believe the stream, open a new one now. `evenYoung`: though it was opened a moment ago. */
  reopen(evenYoung = false): void {
    if (this.#stopped || (!evenYoung && this.#abort !== null && this.surroundings.now() - this.#openedAt < YOUNG_MS)) return;
    this.#attempts = 0;
    this.#lose();
    this.#cancelRetry?.();
    this.#open();
  }

  /**
   * Tells the server the views of this stream; where it does not take them, everything begins anew. False where it could not be checked what the viewer
   * may see: the stream goes on, and they are to be told again later.
   */
  async setViews(views: readonly ViewRequest[]): Promise<boolean> {
    const abort = this.#abort;
    if (abort === null || this.#name === null) return true;
    const status = await this.#post(this.#name, views, abort);
    if (status === UNCHECKED) return false;
    // Another server, or one that has forgotten us, or none.
    if (status === null || status >= 300) abort.abort();
    return true;
  }

  #open(): void {
    const abort = new AbortController();
    this.#abort = abort;
    this.#openedAt = this.surroundings.now();
    // Only an answer of Stolos shows it, and the next attempt may get none.
    if (this.#loss === "unchecked") this.#loss = "";
    this.#watchSilence(this.#everHeard ? Math.min(OPEN_LIMIT_MS, REOPEN_LIMIT_MS * 2 ** Math.max(0, this.#attempts - 1)) : OPEN_LIMIT_MS);
    this.#read(abort.signal).then(
      () => this.#retry(abort),
      () => this.#retry(abort),
    );
  }

  async #read(signal: AbortSignal): Promise<void> {
    const response = await this.surroundings.fetch(this.surroundings.url, {
      method: "POST",
      headers: { accept: "text/event-stream", "content-type": "application/json" },
      body: JSON.stringify({ views: this.views() }),
      cache: "no-store",
      signal,
    });
    const type = response.headers.get("content-type") ?? "";
    this.#loss = REFUSALS[response.status] ?? "";
    if (response.status === UNCHECKED && (await response.json()).code === ("unchecked" satisfies ProblemCode)) this.#loss = "unchecked";
    if (!response.ok || response.body === null || !type.startsWith("text/event-stream")) throw new Error(`the stream answered ${response.status} ${type}`);
    const parser = createParser({ onEvent: (event) => this.#take(event, signal) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (signal.aborted) return;
      parser.feed(part.value);
      // Only now: the first thing said is how often something will be.
      if (!signal.aborted) this.#watchSilence(this.#beatMs * SILENT_BEATS);
    }
  }

  #take(event: EventSourceMessage, signal: AbortSignal): void {
    if (signal.aborted) return;
    const data: unknown = JSON.parse(event.data);
    if (event.event === "hello") this.#greet(StreamHello.parse(data));
    if (event.event === "beat") this.#hear(Heartbeat.parse(data));
    if (event.event === "ages") this.#hear(this.#aged(HeartbeatDelta.parse(data)));
    if (event.event === "frame") this.events.frame(SnapshotOrRefusedFrame.parse(data));
    if (event.event === undefined) this.events.frame(patchFromWire(WirePatch.parse(data)));
  }

  #greet(hello: StreamHello): void {
    this.#name = hello.stream;
    this.#beat = null;
    this.#ahead = Number.NEGATIVE_INFINITY;
    this.#beatMs = hello.beatMs;
    this.#attempts = 0;
    this.#everHeard = true;
    this.#loss = "";
    this.events.hello(hello);
  }

  /** Ages rest on the beat before them, and on none of another stream. */
  #aged(ages: HeartbeatDelta): Heartbeat {
    if (this.#beat === null) throw new Error("the stream tells ages before a beat");
    return applyHeartbeatDelta(this.#beat, ages);
  }

  #hear(beat: Heartbeat): void {
    this.#beat = beat;
    // Bytes that trickle are no silence; but what they say grows older and older.
    const ahead = beat.now - this.surroundings.now();
    this.#ahead = Math.max(this.#ahead, ahead);
    if (this.#ahead - ahead > this.#beatMs * SILENT_BEATS) throw new Error("the stream lags behind");
    this.#spreadMs = beat.spreadMs ?? 0;
    this.events.beat(beat, this.surroundings.now());
  }

  #retry(of: AbortController, isSilent = false): void {
    if (this.#abort !== of || this.#stopped) return;
    if (!isSilent && this.#loss === "held back") this.#loss = "";
    // An attempt that waited in vain has had its pause already.
    const waitedMs = this.isOpen ? 0 : this.surroundings.now() - this.#openedAt;
    this.#lose();
    const isRefused = this.#loss === "signed out" || this.#loss === "not allowed";
    const tried = { attempts: this.#attempts, waitedMs, spreadMs: this.#spreadMs, isRefused };
    this.#attempts++;
    this.#cancelRetry = this.surroundings.setTimer(() => this.#open(), retryPauseMs(tried, this.surroundings.random()));
  }

  #lose(): void {
    this.#close();
    this.events.lost(this.#loss);
  }

  #close(): void {
    this.#name = null;
    this.#cancelSilence?.();
    const abort = this.#abort;
    this.#abort = null;
    abort?.abort();
  }

  #watchSilence(ms: number): void {
    this.#cancelSilence?.();
    this.#cancelSilence = this.surroundings.setTimer(() => {
      const abort = this.#abort;
      if (abort === null) return;
      if (!this.isOpen) void this.#findWhy();
      this.#retry(abort, true);
    }, ms);
  }

  /**
   * A stream that did not begin in time: is the server out of reach, or does something between hold back streams only? A network that
   * forgot its connections leaves a browser with idle ones that are dead: asked on all of them at once, they are closed, and cost no more time.
   */
  async #findWhy(): Promise<void> {
    const isFirst = this.#everHeard && this.#attempts <= 1;
    const questions = Array.from({ length: isFirst ? SOCKETS - 1 : 1 }, () => this.#post("", [], new AbortController(), QUESTION_LIMIT_MS));
    const statuses = await Promise.all(questions);
    if (this.isOpen || this.#stopped) return;
    this.#loss = statuses.includes(404) ? "held back" : statuses.includes(401) ? "signed out" : "";
    this.events.lost(this.#loss);
  }

  /** Resolves to the answer's status, or to null where none came in time. */
  async #post(stream: string, views: readonly ViewRequest[], abort: AbortController, limitMs = OPEN_LIMIT_MS): Promise<number | null> {
    const cancelLimit = this.surroundings.setTimer(() => abort.abort(), limitMs);
    const body = JSON.stringify({ stream, views });
    const status = await this.surroundings
      .fetch(this.surroundings.url, { method: "POST", headers: { "content-type": "application/json" }, body, signal: abort.signal })
      .then(
        (response) => response.status,
        () => null,
      );
    cancelLimit();
    return status;
  }
}
