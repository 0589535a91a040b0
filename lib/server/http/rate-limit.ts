import { Refusal } from "./problem";

/** How many requests may come: so many a second in the long run, and `burst` of them at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Whoever is counted at once; whoever has not been heard of for longest is forgotten first, and has everything left then. */
const MOST_KEYS = 10_000;

/** A rate that allows ten seconds' worth at once: a page asks for dozens of files when it is opened. */
export function rateOf(perSecond: number): Rate {
  return { perSecond, burst: perSecond * 10 };
}

/** Takes one request of a viewer off; refuses it where none is left. */
export function requireRate(limit: RateLimit, subject: string): void {
  const retryAfterSeconds = limit.take(subject);
  const detail = "More requests come from you than one viewer may send (STOLOS_REQUESTS_PER_VIEWER).";
  if (retryAfterSeconds > 0) throw new Refusal(429, "Too many requests", detail, undefined, { retryAfterSeconds });
}

/** A token bucket for each key: a viewer, or an address. `now` in milliseconds, of a clock that never goes back. */
export class RateLimit {
  /** When the bucket of a key will be full again. */
  readonly #fullAt = new Map<string, number>();

  constructor(
    private readonly rate: Rate,
    private readonly now: () => number,
  ) {}

  /** How many keys are counted. */
  get size(): number {
    return this.#fullAt.size;
  }

  /** Takes one request off; 0 = it may pass, else the whole seconds after which one may, and nothing is taken. */
  take(key: string): number {
    const now = this.now();
    const each = 1_000 / this.rate.perSecond;
    const fullAt = Math.max(this.#fullAt.get(key) ?? now, now) + each;
    const tooEarlyMs = fullAt - now - this.rate.burst * each;
    // Sums of fractions are off by less than that.
    if (tooEarlyMs > 0.001) return Math.ceil(tooEarlyMs / 1_000);
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt);
    if (this.#fullAt.size > MOST_KEYS) this.#forgetOldest();
    return 0;
  }

  #forgetOldest(): void {
    for (const key of this.#fullAt.keys()) return void this.#fullAt.delete(key);
  }
}
