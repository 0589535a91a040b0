import type { Clock } from "@/lib/server/clock";
import type { Evaluations } from "./evaluations";

/** How much is evaluated in one go: for so long (milliseconds), and no more values than that. */
export interface SliceLimits {
  readonly ms: number;
  readonly values: number;
}

const LIMITS: SliceLimits = { ms: 8, values: 2_000 };

/** Timers cannot wait longer than 24 days, and a corrected clock may have moved meanwhile: it is looked again after this. Milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/** Evaluates what waits a slice at a time, and what falls due when it does: between two slices readers are answered and watches heard. */
export class Slices {
  #cancel: (() => void) | null = null;
  #wakeAt = Number.POSITIVE_INFINITY;
  #running = false;
  #stopped = false;

  constructor(
    private readonly evaluations: Pick<Evaluations<never>, "run" | "next" | "hook">,
    private readonly clock: Clock,
    private readonly limits: Partial<SliceLimits> = {},
    /** Returns the pause before the next slice. Called after each slice. Milliseconds. */
    private readonly pauseMs: () => number = () => 0,
  ) {
    evaluations.hook(() => this.#schedule());
    this.#schedule();
  }

  /** Evaluates a slice now, and the others after it. */
  run(): void {
    if (this.#stopped) return;
    const { ms, values } = { ...LIMITS, ...this.limits };
    const until = this.clock.monotonic() + ms;
    let left = values;
    this.#running = true;
    try {
      this.evaluations.run(this.clock.now(), () => --left > 0 && this.clock.monotonic() < until);
    } finally {
      this.#running = false;
      this.#cancel?.();
      this.#wakeAt = Number.POSITIVE_INFINITY;
      this.#schedule();
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #schedule(): void {
    const { next } = this.evaluations;
    if (this.#stopped || this.#running || next === null || next >= this.#wakeAt) return;
    this.#cancel?.();
    this.#wakeAt = next;
    const now = this.clock.now();
    // What is late goes on in the very next turn; what is to come is looked at once its moment has passed.
    this.#cancel = this.clock.setTimer(() => this.run(), next <= now ? this.pauseMs() : Math.min(LONGEST_WAIT_MS, Math.max(1, next - now)));
  }
}
