import { RateLimit } from "@/lib/server/http/rate-limit";

/** Lines of whoever causes them, a viewer or an address; and each about one and the same thing: a page that is open asks again and again. */
const LINES = { perSecond: 1 / 3, burst: 20 };
const SAME_LINE = { perSecond: 1 / 60, burst: 1 };

/**
 * Which refusals are news to the log: of the same one a line a minute, and of one cause twenty lines at once. `now` in milliseconds, of a clock that never
 * goes back.
 */
export class LogNews {
  readonly #lines: RateLimit;
  readonly #sameLine: RateLimit;

  constructor(now: () => number) {
    this.#lines = new RateLimit(LINES, now);
    this.#sameLine = new RateLimit(SAME_LINE, now);
  }

  /** Is a line of this cause about this news? Where it is, it counts as told. */
  take(cause: string, what: readonly unknown[]): boolean {
    return this.#sameLine.take(JSON.stringify([cause, ...what])) === 0 && this.#lines.take(cause) === 0;
  }
}
