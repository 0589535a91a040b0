/** Time as istiod sees it: the wall clock in nanoseconds since 1970, and timers in milliseconds. */
export interface Clock {
  nanos(): bigint;
  /** Runs once after a delay; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

const driftLimitNanos = 50_000_000n;

/** The machine's clock. Finer than `Date.now()`, and set anew when the machine slept or its clock was corrected. */
export function systemClock(): Clock {
  let base = BigInt(Date.now()) * 1_000_000n - process.hrtime.bigint();
  return {
    nanos() {
      const wall = BigInt(Date.now()) * 1_000_000n;
      const fine = base + process.hrtime.bigint();
      const drift = fine - wall;
      if (drift < driftLimitNanos && drift > -driftLimitNanos) return fine;
      base = wall - process.hrtime.bigint();
      return wall;
    },
    after(delayMs, run) {
      const timer = setTimeout(run, Math.max(0, Math.min(delayMs, 2 ** 31 - 1)));
      return () => clearTimeout(timer);
    },
  };
}

/** A clock that moves only when told to, with its timers in order: for tests and for replaying recordings. */
export class VirtualClock implements Clock {
  #nanos: bigint;
  #order = 0;
  #timers: { at: bigint; order: number; run: () => void }[] = [];

  constructor(startMs: number) {
    this.#nanos = BigInt(startMs) * 1_000_000n;
  }

  /** Every reading is a microsecond later than the one before, as on a real machine no two are equal. */
  nanos(): bigint {
    this.#nanos += 1_000n;
    return this.#nanos;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.#nanos + BigInt(Math.round(delayMs * 1_000_000)), order: this.#order++, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Moves on by `durationMs`, running what falls due and everything that follows from it. */
  async advance(durationMs: number): Promise<void> {
    const end = this.#nanos + BigInt(Math.round(durationMs * 1_000_000));
    await settle();
    for (let due = this.#nextBefore(end); due !== undefined; due = this.#nextBefore(end)) {
      const timer = due;
      this.#timers = this.#timers.filter((other) => other !== timer);
      if (timer.at > this.#nanos) this.#nanos = timer.at;
      timer.run();
      await settle();
    }
    if (end > this.#nanos) this.#nanos = end;
  }

  #nextBefore(end: bigint) {
    return this.#timers.filter((timer) => timer.at <= end).sort((a, b) => Number(a.at - b.at) || a.order - b.order)[0];
  }
}

/** Lets every promise that can go on without time passing go on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}
