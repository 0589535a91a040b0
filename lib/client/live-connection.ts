import { createParser, type EventSourceMessage } from "eventsource-parser";
import { Beat, Hello } from "@/lib/contract/status";
import { Frame, type ViewRequest, type ViewState } from "@/lib/contract/view";
import { applyPatch } from "./apply-frame";
import { viewKey, type WantedView } from "./view-key";

/** The stream as a page must know it. `lost` begins when the stream breaks or falls silent; `beat` is the last word of the server. */
export interface StreamStatus {
  readonly phase: "connecting" | "live" | "lost";
  readonly beat: Beat | null;
  readonly build: string;
}

/** What a view is: its state, or why the server does not give it. */
export type ViewUpdate = { readonly kind: "state"; readonly state: ViewState } | { readonly kind: "refused"; readonly problem: string };

export interface LiveListener {
  view(key: string, update: ViewUpdate): void;
  status(status: StreamStatus): void;
}

/** What the connection needs of its surroundings; tests and other programs give their own. */
export interface LiveSurroundings {
  readonly url: string;
  readonly fetch: typeof fetch;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly setTimer: (call: () => void, ms: number) => () => void;
}

const SILENT_BEATS = 2.5;
const OPEN_LIMIT_MS = 10_000;
const RETRY_LEAST_MS = 500;
const RETRY_MOST_MS = 10_000;

interface Held {
  readonly key: string;
  readonly request: ViewRequest;
  n: number;
  state: ViewState | null;
}

/**
 * One stream to the server and the views that ride on it. It opens, watches for silence, comes back by itself with jitter, and begins
 * every connection with fresh snapshots; a gap in a view's counter begins that view anew. It knows neither React nor the page.
 */
export class LiveConnection {
  #held = new Map<number, Held>();
  #nextId = 1;
  #stream: string | null = null;
  #abort: AbortController | null = null;
  #cancelRetry: (() => void) | null = null;
  #cancelSilence: (() => void) | null = null;
  #attempts = 0;
  #beatMs = 5_000;
  #stopped = true;
  #status: StreamStatus = { phase: "connecting", beat: null, build: "" };

  constructor(
    private readonly surroundings: LiveSurroundings,
    private readonly listener: LiveListener,
  ) {}

  get status(): StreamStatus {
    return this.#status;
  }

  /** The last state of a view that is wanted, for whoever asks late. */
  stateOf(key: string): ViewState | null {
    for (const held of this.#held.values()) if (held.key === key) return held.state;
    return null;
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#open();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelRetry?.();
    this.#cancelSilence?.();
    this.#abort?.abort();
    this.#stream = null;
  }

  /** The time that passed may have been a sleep: do not believe the stream, open a new one now. */
  reopen(): void {
    if (this.#stopped) return;
    this.#attempts = 0;
    this.#lose();
    this.#cancelRetry?.();
    this.#open();
  }

  /** Makes these the views. Views that stay keep their state; the server is told once. */
  want(views: readonly WantedView[]): void {
    const wanted = new Map(views.map((view) => [viewKey(view), view]));
    for (const [id, held] of this.#held) if (!wanted.delete(held.key)) this.#held.delete(id);
    for (const [key, view] of wanted) this.#hold(key, view);
    void this.#sendViews();
  }

  #hold(key: string, view: WantedView): void {
    const id = this.#nextId++;
    this.#held.set(id, { key, request: { ...view, id }, n: -1, state: null });
  }

  #open(): void {
    const abort = new AbortController();
    this.#abort = abort;
    this.#watchSilence(OPEN_LIMIT_MS);
    this.#read(abort.signal).then(
      () => this.#retry(abort),
      () => this.#retry(abort),
    );
  }

  async #read(signal: AbortSignal): Promise<void> {
    const response = await this.surroundings.fetch(this.surroundings.url, { signal, headers: { accept: "text/event-stream" }, cache: "no-store" });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || response.body === null || !type.startsWith("text/event-stream")) throw new Error(`the stream answered ${response.status} ${type}`);
    const parser = createParser({ onEvent: (event) => this.#take(event, signal) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (signal.aborted) return;
      this.#watchSilence(this.#beatMs * SILENT_BEATS);
      parser.feed(part.value);
    }
  }

  #take(event: EventSourceMessage, signal: AbortSignal): void {
    if (signal.aborted) return;
    const data: unknown = JSON.parse(event.data);
    if (event.event === "hello") this.#greet(Hello.parse(data));
    if (event.event === "beat") this.#setStatus({ ...this.#status, phase: "live", beat: Beat.parse(data) });
    if (event.event === "frame") this.#takeFrame(Frame.parse(data));
  }

  #greet(hello: Hello): void {
    this.#stream = hello.stream;
    this.#beatMs = hello.beatMs;
    this.#attempts = 0;
    for (const held of this.#held.values()) held.n = -1;
    this.#setStatus({ ...this.#status, build: hello.build });
    void this.#sendViews();
  }

  #takeFrame(frame: Frame): void {
    const held = this.#held.get(frame.v);
    if (held === undefined) return;
    if (frame.t === "refused") {
      this.listener.view(held.key, { kind: "refused", problem: frame.problem });
      return;
    }
    if (frame.t === "patch" && (held.state === null || frame.n !== held.n + 1)) {
      this.#renew(frame.v, held);
      return;
    }
    held.n = frame.n;
    held.state = frame.t === "snapshot" ? { head: frame.head, rows: frame.rows } : applyPatch(held.state ?? { head: {}, rows: [] }, frame);
    this.listener.view(held.key, { kind: "state", state: held.state });
  }

  /** A view whose frames do not follow each other is asked for anew, under another number. */
  #renew(id: number, held: Held): void {
    this.#held.delete(id);
    this.#hold(held.key, held.request);
    void this.#sendViews();
  }

  async #sendViews(): Promise<void> {
    const stream = this.#stream;
    if (stream === null || this.#stopped) return;
    const views = [...this.#held.values()].map((held) => held.request);
    try {
      const response = await this.surroundings.fetch(this.surroundings.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ stream, views }),
      });
      // Another server, or one that has forgotten us: everything anew.
      if (!response.ok && this.#stream === stream) this.#abort?.abort();
    } catch {
      if (this.#stream === stream) this.#abort?.abort();
    }
  }

  #retry(of: AbortController): void {
    if (this.#abort !== of || this.#stopped) return;
    this.#lose();
    const most = Math.min(RETRY_MOST_MS, RETRY_LEAST_MS * 2 ** this.#attempts);
    this.#attempts++;
    // The first try too is spread out, so that a restarted server is not met by everybody at once.
    this.#cancelRetry = this.surroundings.setTimer(() => this.#open(), RETRY_LEAST_MS / 5 + this.surroundings.random() * most * 2);
  }

  #lose(): void {
    this.#stream = null;
    this.#cancelSilence?.();
    const abort = this.#abort;
    this.#abort = null;
    abort?.abort();
    if (this.#status.phase === "live") this.#setStatus({ ...this.#status, phase: "lost" });
  }

  #watchSilence(ms: number): void {
    this.#cancelSilence?.();
    this.#cancelSilence = this.surroundings.setTimer(() => {
      const abort = this.#abort;
      if (abort !== null) this.#retry(abort);
    }, ms);
  }

  #setStatus(status: StreamStatus): void {
    this.#status = status;
    this.listener.status(status);
  }
}
