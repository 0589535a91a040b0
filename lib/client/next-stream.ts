import type { Heartbeat } from "@/lib/contract/status";
import type { ViewRequest } from "@/lib/contract/views/view";
import { LiveStream, type LiveSurroundings, type StreamEvents } from "./live-stream";

interface NextParts {
  /** The views that it begins with. */
  readonly views: () => readonly ViewRequest[];
  /** Is there something to show of the view with this number? A refusal does not take its place. */
  readonly isShown: (view: number) => boolean;
  /** It has brought everything. */
  readonly ready: (next: NextStream) => void;
}

/** What is kept has an end: a stream that says more than this takes over with what it has. Events. */
const MOST_KEPT = 2_000;

/**
 * A stream that is opened beside the one that is shown. It keeps what it says to itself until it has brought every view that it began with: then it can take
 * the place of the other, and no moment passes without one.
 */
export class NextStream {
  readonly stream: LiveStream;
  #missing = new Set<number>();
  #kept: ((to: StreamEvents) => void)[] = [];
  #beat: { readonly beat: Heartbeat; readonly heardAt: number } | null = null;
  #to: StreamEvents | null = null;

  constructor(
    surroundings: LiveSurroundings,
    private readonly parts: NextParts,
  ) {
    this.stream = new LiveStream(surroundings, () => this.#begin(), {
      hello: (hello) => this.#hear((to) => to.hello(hello)),
      beat: (beat, heardAt) => {
        if (this.#to !== null) return this.#to.beat(beat, heardAt);
        this.#beat = { beat, heardAt };
        this.#check();
      },
      frame: (frame) => {
        if (frame.t !== "refused" || !parts.isShown(frame.v)) this.#missing.delete(frame.v);
        this.#hear((to) => to.frame(frame));
      },
      // It comes back by itself, with everything.
      lost: (why) => this.#to?.lost(why),
    });
  }

  /** From now on it speaks to `to`, beginning with what it has said so far. */
  takeOver(to: StreamEvents): void {
    this.#to = to;
    for (const tell of this.#kept) tell(to);
    this.#kept = [];
    if (this.#beat !== null) to.beat(this.#beat.beat, this.#beat.heardAt);
  }

  #begin(): readonly ViewRequest[] {
    const views = this.parts.views();
    if (this.#to === null) [this.#kept, this.#beat, this.#missing] = [[], null, new Set(views.map(({ id }) => id))];
    return views;
  }

  #hear(tell: (to: StreamEvents) => void): void {
    if (this.#to !== null) return tell(this.#to);
    this.#kept.push(tell);
    this.#check();
  }

  #check(): void {
    if (this.#beat !== null && (this.#missing.size === 0 || this.#kept.length >= MOST_KEPT)) this.parts.ready(this);
  }
}
