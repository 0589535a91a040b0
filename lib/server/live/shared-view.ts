import type { ViewState } from "@/lib/contract/views/view";
import type { Clock } from "@/lib/server/clock";
import { type ViewPatch, viewDiff } from "./view-diff";
import type { ViewSource } from "./view-source";

/** One subscription of one stream: the browser's number of the view, how many frames it has had, and whether its snapshot is still to come. */
export interface Subscription<S> {
  readonly stream: S;
  readonly viewId: number;
  n: number;
  awaited: boolean;
}

/** How a view paces its frames: none sooner than `frameMs` after the last one. */
export interface FramePace {
  readonly clock: Pick<Clock, "monotonic" | "setTimer">;
  readonly frameMs: number;
}

/** What comes together is told together, also after a silence. Milliseconds. */
const GATHER_MS = 10;

/** Nobody reads counts that move faster: beside rows they are told no sooner than this after the last ones. Milliseconds. */
const COUNTS_MS = 250;

/** Where no reader has room, a view is not computed; after this long it is looked again. Milliseconds. */
const NO_ROOM_MS = 250;

/** So many readers a view serves at its own pace; for more of them it slows down, to half of it. */
const READERS_AT_PACE = 50;

/**
 * A view that any number of streams read: computed, compared and encoded once. It is flushed a while after its own first change, and while it changes all the
 * time in a raster of the clock. So neither the number nor the moment of its frames tells of anything else.
 */
export class SharedView<S> {
  readonly readers = new Set<Subscription<S>>();
  readonly #source: ViewSource;
  /** `isChanged`: the time was set by a change, and stays as it is. */
  #waiting: { readonly at: number; readonly isChanged: boolean; cancel(): void } | null = null;
  #advancedAt = Number.NEGATIVE_INFINITY;
  #countedAt = Number.NEGATIVE_INFINITY;
  #closed = false;
  #state: ViewState | null = null;
  #stateJson: string | null = null;

  constructor(
    readonly key: string,
    /** What it costs, in rows. */
    readonly cost: number,
    open: (changed: () => void) => ViewSource,
    private readonly pace: FramePace,
    private readonly flush: () => void,
  ) {
    this.#source = open(() => this.#changed());
  }

  /** The state as the readers have it; computed where nobody has asked yet. */
  state(): ViewState {
    this.#state ??= this.#source.compute();
    return this.#state;
  }

  /** The state as JSON, written once for all who begin with it. */
  stateJson(): string {
    const { head, rows } = this.state();
    this.#stateJson ??= JSON.stringify({ head, rows });
    return this.#stateJson;
  }

  /** Is there news that the readers do not have? */
  get isDue(): boolean {
    return this.#waiting !== null;
  }

  /** Leaves the news for later. */
  postpone(): void {
    this.#waiting?.cancel();
    const { clock } = this.pace;
    this.#waiting = { at: clock.monotonic() + NO_ROOM_MS, isChanged: false, cancel: clock.setTimer(this.flush, NO_ROOM_MS) };
  }

  /** Computes again if something has changed; gives what did for the readers, or null. */
  advance(): ViewPatch | null {
    if (this.#waiting === null) return null;
    const { at, cancel } = this.#waiting;
    cancel();
    this.#waiting = null;
    const now = this.pace.clock.monotonic();
    // A timer is a few milliseconds late. The next frame keeps its place in the raster.
    this.#advancedAt = now - at > GATHER_MS ? now : Math.min(at, now);
    const before = this.state();
    const after = this.#next();
    const patch = viewDiff(before, after);
    if (patch !== null) [this.#state, this.#stateJson] = [after, null];
    return patch;
  }

  close(): void {
    this.#closed = true;
    this.#waiting?.cancel();
    this.#source.close();
  }

  /** Counts that stay as they were are due later, whether or not anything else changes until then. */
  #next(): ViewState {
    const countsDueAt = this.#countedAt + COUNTS_MS;
    if (this.#source.computeRows !== undefined && this.#advancedAt < countsDueAt) {
      this.#flushAt(inRaster(countsDueAt, this.pace.frameMs), false);
      return this.#source.computeRows();
    }
    this.#countedAt = this.#advancedAt;
    return this.#source.compute();
  }

  #changed(): void {
    // Before the first state there is nothing that could be out of date.
    if (this.#closed || this.#state === null || this.#waiting?.isChanged === true) return;
    const { clock, frameMs } = this.pace;
    const betweenMs = frameMs * Math.min(2, Math.max(1, this.readers.size / READERS_AT_PACE));
    const soon = clock.monotonic() + Math.min(GATHER_MS, frameMs);
    const later = this.#advancedAt + betweenMs;
    const isBusy = later - soon > frameMs / 2;
    this.#flushAt(isBusy ? inRaster(later, frameMs) : Math.max(soon, later), true);
  }

  #flushAt(at: number, isChanged: boolean): void {
    if (this.#waiting !== null && this.#waiting.at <= at) return;
    this.#waiting?.cancel();
    const { clock } = this.pace;
    this.#waiting = { at, isChanged, cancel: clock.setTimer(this.flush, at - clock.monotonic()) };
  }
}

/**
 * Returns the first moment of the raster at or after a moment. Views that change all the time are flushed at the same moments, whoever reads them: a page then
 * draws the changes of all its views at once. Milliseconds.
 */
function inRaster(at: number, frameMs: number): number {
  return frameMs > 0 ? Math.ceil(at / frameMs) * frameMs : at;
}
