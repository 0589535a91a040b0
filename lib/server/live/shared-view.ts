import type { ViewState } from "@/lib/contract/view";
import { type ViewPatch, viewDiff } from "./view-diff";
import type { ViewSource } from "./view-source";

/** One subscription of one stream: the browser's number of the view, and how many frames it has had. */
export interface Subscription {
  readonly viewId: number;
  n: number;
}

/** A view that any number of streams read: computed, compared and encoded once. */
export class SharedView<S> {
  readonly readers = new Map<S, Subscription>();
  dirty = false;
  #state: ViewState | null = null;

  constructor(
    readonly key: string,
    private readonly source: ViewSource,
  ) {}

  /** The state as the readers have it; computed where nobody has asked yet. */
  state(): ViewState {
    this.#state ??= this.source.compute();
    return this.#state;
  }

  /** Computes again; gives what changed for the readers, or null. */
  advance(): ViewPatch | null {
    this.dirty = false;
    const before = this.state();
    const after = this.source.compute();
    const patch = viewDiff(before, after);
    if (patch !== null) this.#state = after;
    return patch;
  }

  close(): void {
    this.source.close();
  }
}
