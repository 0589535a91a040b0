interface Timer {
  readonly at: number;
  readonly order: number;
  readonly call: () => void;
  cancelled: boolean;
}

/** Lets promises that need no time go on. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * One virtual clock for the simulated istiod and for Stolos: it implements the clock interfaces of both. Timers run in the order of their time,
 * and after each timer all promises settle before the next timer runs. Equal scripts therefore give equal orders.
 */
export class Timeline {
  #ms: number;
  #micros = 0;
  #order = 0;
  readonly #heap: Timer[] = [];
  #settle: () => Promise<void> = turn;

  constructor(startMs: number) {
    this.#ms = startMs;
  }

  now = (): number => this.#ms;

  monotonic = (): number => this.#ms;

  /** Nanoseconds since 1970. Each call is a microsecond later than the one before. */
  nanos(): bigint {
    if (++this.#micros >= 1_000) {
      this.#micros = 0;
      this.#ms++;
    }
    return BigInt(this.#ms) * 1_000_000n + BigInt(this.#micros) * 1_000n;
  }

  setTimer = (call: () => void, ms: number): (() => void) => {
    const timer: Timer = { at: Math.ceil(this.#ms + Math.max(0, ms)), order: this.#order++, call, cancelled: false };
    this.#push(timer);
    return () => {
      timer.cancelled = true;
    };
  };

  after(delayMs: number, run: () => void): () => void {
    return this.setTimer(run, delayMs);
  }

  /** Waits with this after each timer, instead of for one turn of the event loop. */
  settleWith(settle: () => Promise<void>): void {
    this.#settle = settle;
  }

  /** Moves the clock to a moment and runs each expired timer. */
  async runTo(endMs: number): Promise<void> {
    await this.#settle();
    for (let next = this.#pop(endMs); next !== null; next = this.#pop(endMs)) {
      if (next.cancelled) continue;
      if (next.at > this.#ms) this.#moveTo(next.at);
      next.call();
      await this.#settle();
    }
    if (endMs > this.#ms) this.#moveTo(endMs);
  }

  #moveTo(ms: number): void {
    this.#ms = ms;
    this.#micros = 0;
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(timer, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = timer;
  }

  /** Removes and returns the first timer with a time of at most `endMs`. */
  #pop(endMs: number): Timer | null {
    const heap = this.#heap;
    const [first] = heap;
    if (first === undefined || first.at > endMs) return null;
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.#sink(last);
    return first;
  }

  #sink(timer: Timer): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || !isBefore(child, timer)) break;
      heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = timer;
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
