import { createParser, type EventSourceMessage } from "eventsource-parser";
import { Beat, Hello } from "@/lib/contract/status";
import { Frame, MOST_VIEWS, type ViewRequest, type ViewState } from "@/lib/contract/view";
import { applyPatch } from "./apply-frame";
import { viewKey, type WantedView } from "./view-key";

/** The stream as a page must know it. `lost` begins when the stream breaks, falls silent or cannot be opened; `beat` is the last word of the server. */
export interface StreamStatus {
  readonly phase: "connecting" | "live" | "lost";
  readonly beat: Beat | null;
  /** How long ago the beat was heard, in milliseconds. */
  readonly beatAgeMs: number;
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

/** Several pages wake at once; a stream so young need not be opened again. */
const YOUNG_MS = 1_000;

const NOTHING_HEARD = { phase: "connecting", beat: null, build: "" } as const;

interface Held {
  readonly key: string;
  readonly request: ViewRequest;
  n: number;
  state: ViewState | null;
  /** What the listener was told last. */
  told: ViewUpdate | null;
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
  #spreadMs = 0;
  #stopped = true;
  #openedAt = Number.NEGATIVE_INFINITY;
  #heardAt = 0;
  #sending = false;
  #unsent = false;
  #status: Omit<StreamStatus, "beatAgeMs"> = NOTHING_HEARD;

  constructor(
    private readonly surroundings: LiveSurroundings,
    private readonly listener: LiveListener,
  ) {}

  get status(): StreamStatus {
    return { ...this.#status, beatAgeMs: this.#status.beat === null ? 0 : this.surroundings.now() - this.#heardAt };
  }

  /** What was last told of a view that is wanted, for whoever asks late. */
  updateOf(key: string): ViewUpdate | null {
    for (const held of this.#held.values()) if (held.key === key) return held.told;
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
    this.#abort = null;
    this.#stream = null;
    // Whoever starts it again must not take an old beat for news.
    this.#status = NOTHING_HEARD;
  }

  /** The time that passed may have been a sleep: do not believe the stream, open a new one now. */
  reopen(): void {
    if (this.#stopped || (this.#abort !== null && this.surroundings.now() - this.#openedAt < YOUNG_MS)) return;
    this.#attempts = 0;
    this.#lose();
    this.#cancelRetry?.();
    this.#open();
  }

  /** Makes these the views. Views that stay keep their state; the server is told once. */
  want(views: readonly WantedView[]): void {
    const all = new Map(views.map((view) => [viewKey(view), view]));
    const wanted = new Map([...all].slice(0, MOST_VIEWS));
    const gone = [...this.#held].filter(([, held]) => !wanted.delete(held.key));
    for (const [id] of gone) this.#held.delete(id);
    for (const [key, view] of wanted) this.#hold(key, view);
    if (gone.length > 0 || wanted.size > 0) void this.#sendViews();
  }

  #hold(key: string, view: WantedView): void {
    const id = this.#nextId++;
    this.#held.set(id, { key, request: { ...view, id }, n: -1, state: null, told: null });
  }

  #open(): void {
    const abort = new AbortController();
    this.#abort = abort;
    this.#openedAt = this.surroundings.now();
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
    if (event.event === "beat") this.#hear(Beat.parse(data));
    if (event.event === "frame") this.#takeFrame(Frame.parse(data));
  }

  #hear(beat: Beat): void {
    this.#heardAt = this.surroundings.now();
    this.#spreadMs = beat.spreadMs ?? 0;
    this.#setStatus({ ...this.#status, phase: "live", beat });
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
      this.#tell(held, { kind: "refused", problem: frame.problem });
      return;
    }
    if (frame.t === "patch" && (held.state === null || frame.n !== held.n + 1)) {
      this.#renew(frame.v, held);
      return;
    }
    held.n = frame.n;
    held.state = frame.t === "snapshot" ? { head: frame.head, rows: frame.rows } : applyPatch(held.state ?? { head: {}, rows: [] }, frame);
    this.#tell(held, { kind: "state", state: held.state });
  }

  #tell(held: Held, update: ViewUpdate): void {
    held.told = update;
    this.listener.view(held.key, update);
  }

  /** A view whose frames do not follow each other is asked for anew, under another number. */
  #renew(id: number, held: Held): void {
    this.#held.delete(id);
    this.#hold(held.key, held.request);
    void this.#sendViews();
  }

  /** Tells the server all views: one request at a time, so that an older list never overtakes a newer one. */
  async #sendViews(): Promise<void> {
    this.#unsent = true;
    if (this.#sending) return;
    this.#sending = true;
    while (this.#unsent && this.#stream !== null && this.#abort !== null) {
      this.#unsent = false;
      await this.#post(this.#stream, this.#abort);
    }
    this.#sending = false;
  }

  async #post(stream: string, abort: AbortController): Promise<void> {
    const cancelLimit = this.surroundings.setTimer(() => abort.abort(), OPEN_LIMIT_MS);
    const views = [...this.#held.values()].map((held) => held.request);
    const answered = await this.surroundings
      .fetch(this.surroundings.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ stream, views }),
        signal: abort.signal,
      })
      .then(
        (response) => response.ok,
        () => false,
      );
    cancelLimit();
    // Another server, or one that has forgotten us, or none: everything anew.
    if (!answered) abort.abort();
  }

  #retry(of: AbortController): void {
    if (this.#abort !== of || this.#stopped) return;
    this.#lose();
    const most = 2 * Math.min(RETRY_MOST_MS, RETRY_LEAST_MS * 2 ** this.#attempts);
    this.#attempts++;
    // The first try too is spread out, as wide as the server asked for, so that a restarted one is not met by everybody at once.
    const spread = Math.max(most, Math.min(this.#spreadMs, 2 * RETRY_MOST_MS));
    this.#cancelRetry = this.surroundings.setTimer(() => this.#open(), RETRY_LEAST_MS / 5 + this.surroundings.random() * spread);
  }

  #lose(): void {
    this.#stream = null;
    this.#cancelSilence?.();
    const abort = this.#abort;
    this.#abort = null;
    abort?.abort();
    if (this.#status.phase !== "lost") this.#setStatus({ ...this.#status, phase: "lost" });
  }

  #watchSilence(ms: number): void {
    this.#cancelSilence?.();
    this.#cancelSilence = this.surroundings.setTimer(() => {
      const abort = this.#abort;
      if (abort !== null) this.#retry(abort);
    }, ms);
  }

  #setStatus(status: Omit<StreamStatus, "beatAgeMs">): void {
    this.#status = status;
    this.listener.status(this.status);
  }
}
