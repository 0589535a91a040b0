import type { Heartbeat } from "@/lib/contract/status";
import type { ViewRequest } from "@/lib/contract/views/view";
import { NOT_CHECKED } from "@/lib/format/session-words";
import { LiveStream, type LiveSurroundings, type StreamEvents, type StreamLoss } from "./live-stream";
import { LiveViews, type TellView, type ViewUpdate } from "./live-views";
import { NextStream } from "./next-stream";
import type { WantedView } from "./view-key";
import { Withdrawal } from "./withdrawal";

/**
 * The stream as a page must know it. `lost` begins when the stream breaks, falls silent or cannot be opened, and ends when a new one has
 * brought every view again; `beat` is the last word of the server.
 */
export interface StreamStatus {
  readonly phase: "connecting" | "live" | "lost";
  readonly beat: Heartbeat | null;
  /** How long ago the beat was heard, in milliseconds. */
  readonly beatAgeMs: number;
  readonly build: string;
  /** Whose stream it was last, as pages know their viewer; "" = not told. */
  readonly viewer: string;
  readonly loss: StreamLoss;
  /** Whether the viewer is not let in any more: of what was shown nothing may stay. */
  readonly isWithdrawn: boolean;
}

export interface LiveListener {
  view: TellView;
  status(status: StreamStatus): void;
}

/** Views that could not be checked are asked for again after this. */
const LATER_MS = 3_000;
/** Every page of the browser tells of one renewal. */
const SAME_RENEWAL_MS = 1_000;

const NOTHING_HEARD = { phase: "connecting", beat: null, build: "", viewer: "", loss: "", isWithdrawn: false } as const;

/** One stream and the views that ride on it; every stream begins with fresh snapshots. It knows neither React nor the page. */
export class LiveConnection {
  readonly #views: LiveViews;
  #stream: LiveStream;
  /** What takes the place of the stream once it has brought everything. */
  #next: NextStream | null = null;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #heardAt = 0;
  /** What the stream said before it had brought every view: until then it proves nothing of what is shown. */
  #early: { readonly beat: Heartbeat; readonly at: number } | null = null;
  #sending = false;
  #cancelLater: (() => void) | null = null;
  readonly #withdrawal: Withdrawal;
  #unsent = false;
  /** The same of the next stream. */
  #unsentToNext = false;
  #status: Omit<StreamStatus, "beatAgeMs"> = NOTHING_HEARD;

  constructor(
    private readonly surroundings: LiveSurroundings,
    private readonly listener: LiveListener,
  ) {
    this.#views = new LiveViews((key, update, patch) => listener.view(key, update, patch), surroundings.reportMisfit);
    this.#stream = new LiveStream(surroundings, () => this.#beginning(), this.#events());
    this.#withdrawal = new Withdrawal(surroundings.setTimer, () => {
      this.#views.forget();
      this.#setStatus({ ...this.#status, isWithdrawn: true });
    });
  }

  get status(): StreamStatus {
    return { ...this.#status, beatAgeMs: this.#status.beat === null ? 0 : this.surroundings.now() - this.#heardAt };
  }

  /** What was last told of a view that is wanted, for whoever asks late. */
  updateOf(key: string): ViewUpdate | null {
    return this.#views.updateOf(key);
  }

  start(): void {
    this.#stream.start();
  }

  stop(): void {
    this.#dropNext();
    this.#stream.stop();
    this.#cancelLater?.();
    this.#withdrawal.stop();
    this.#early = null;
    // Whoever starts it again must not take an old beat for news.
    this.#status = NOTHING_HEARD;
  }

  /** The time that passed may have been a sleep: do not believe the stream, open a new one now. `evenYoung`: though it was opened a moment ago. */
  reopen(evenYoung = false): void {
    this.#dropNext();
    this.#stream.reopen(evenYoung);
  }

  /** The viewer's sign-in was renewed: a stream by the new one takes the place of this one as soon as it has brought every view. */
  handOver(): void {
    if (this.#status.phase === "lost") return this.reopen();
    const now = this.surroundings.now();
    if (now - this.#renewedAt < SAME_RENEWAL_MS) return;
    this.#renewedAt = now;
    this.#dropNext();
    this.#next = new NextStream(this.surroundings, {
      views: () => this.#beginning(),
      isShown: (view) => this.#views.isShown(view),
      ready: (next) => this.#takeOver(next),
    });
    this.#next.stream.start();
  }

  /** Makes these the views. Views that stay keep their state; the server is told once. */
  want(views: readonly WantedView[]): void {
    if (!this.#views.want(views)) return;
    this.#viewsChanged();
    this.#believe();
  }

  #events(): StreamEvents {
    return {
      hello: ({ build, viewer = "" }) => {
        this.#views.begin();
        this.#withdrawal.stop();
        this.#setStatus({ ...this.#status, build, viewer, loss: "", isWithdrawn: false });
        void this.#sendViews();
      },
      beat: (beat, at) => {
        this.#early = { beat, at };
        this.#believe();
      },
      frame: (frame) => {
        if (!this.#views.take(frame)) this.#viewsChanged();
        this.#believe();
      },
      lost: (loss) => {
        this.#dropNext();
        this.#early = null;
        if (this.#status.phase !== "lost" || this.#status.loss !== loss) this.#setStatus({ ...this.#status, phase: "lost", loss });
        this.#withdrawal.lost(loss);
      },
    };
  }

  #takeOver(next: NextStream): void {
    this.#next = null;
    this.#stream.stop();
    this.#stream = next.stream;
    this.#unsent = this.#unsentToNext;
    next.takeOver(this.#events());
  }

  #dropNext(): void {
    this.#next?.stream.stop();
    this.#next = null;
  }

  /** Live is what has every view of this stream, and its word on how fresh they are. */
  #believe(): void {
    if (this.#early === null || !this.#views.areCurrent) return;
    const { beat, at } = this.#early;
    this.#early = null;
    this.#heardAt = at;
    this.#setStatus({ ...this.#status, phase: "live", beat });
  }

  #viewsChanged(): void {
    this.#unsent = true;
    this.#unsentToNext = true;
    void this.#sendViews();
  }

  /** What a new stream is opened with: nothing of it need be told again. While there is a next one, no other is opened. */
  #beginning(): readonly ViewRequest[] {
    if (this.#next === null) this.#unsent = false;
    else this.#unsentToNext = false;
    return this.#views.requests;
  }

  /** Tells the server all views, if it does not know them: one request at a time, so that an older list never overtakes a newer one. */
  async #sendViews(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    while (this.#unsent && this.#stream.isOpen) {
      this.#unsent = false;
      this.#cancelLater?.();
      if (await this.#stream.setViews(this.#views.requests)) continue;
      this.#views.refuseAwaited(NOT_CHECKED.detail);
      this.#cancelLater = this.surroundings.setTimer(() => this.#viewsChanged(), LATER_MS);
    }
    this.#sending = false;
  }

  #setStatus(status: Omit<StreamStatus, "beatAgeMs">): void {
    this.#status = status;
    this.listener.status(this.status);
  }
}
