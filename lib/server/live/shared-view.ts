import type { ViewState } from "@/lib/contract/view";
import { type ViewPatch, viewDiff } from "./view-diff";
import type { ViewSource } from "./view-source";

/** One subscription of one stream: the browser's number of the view, and how many frames it has had. */
export interface Subscription {
  readonly viewId: number;
  n: number;
}

/**
 * A view that any number of streams read: computed, compared and encoded once. It is flushed a while after its own first change,
 * so that neither the number nor the moment of its frames tells of anything else.
 */
export class SharedView<S> {
  readonly readers = new Map<S, Subscription>();
  readonly #source: ViewSource;
  #cancelFlush: (() => void) | null = null;
  #closed = false;
  #state: ViewState | null = null;

  constructor(
    readonly key: string,
    open: (changed: () => void) => ViewSource,
    private readonly schedule: (flush: () => void) => () => void,
    private readonly flush: () => void,
  ) {
    this.#source = open(() => this.#changed());
  }

  /** The state as the readers have it; computed where nobody has asked yet. */
  state(): ViewState {
    this.#state ??= this.#source.compute();
    return this.#state;
  }

  /** Computes again if something has changed; gives what did for the readers, or null. */
  advance(): ViewPatch | null {
    if (this.#cancelFlush === null) return null;
    this.#cancelFlush();
    this.#cancelFlush = null;
    const before = this.state();
    const after = this.#source.compute();
    const patch = viewDiff(before, after);
    if (patch !== null) this.#state = after;
    return patch;
  }

  close(): void {
    this.#closed = true;
    this.#cancelFlush?.();
    this.#source.close();
  }

  #changed(): void {
    // Before the first state there is nothing that could be out of date.
    if (this.#closed || this.#state === null) return;
    this.#cancelFlush ??= this.schedule(this.flush);
  }
}
