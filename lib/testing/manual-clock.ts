interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** A clock that stands still until a test moves it; timers fire in order while it moves. */
export class ManualClock {
  readonly #timers = new Set<Timer>();
  #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  now = (): number => this.#now;

  monotonic = (): number => this.#now;

  setTimer = (call: () => void, ms: number): (() => void) => {
    const timer = { at: this.#now + ms, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** How many timers wait. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Moves on by so many milliseconds. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#first(end); next !== null; next = this.#first(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.call();
    }
    this.#now = end;
  }

  #first(before: number): Timer | null {
    let first: Timer | null = null;
    for (const timer of this.#timers) if (timer.at <= before && (first === null || timer.at < first.at)) first = timer;
    return first;
  }
}
