import type { Clock } from "@/lib/server/clock";
import { CLIENT_HEADER } from "@/lib/server/http/inbound-headers";
import { countedNetwork } from "@/lib/server/http/ip-address";
import { Refusal } from "@/lib/server/http/problem";
import { RateLimit } from "@/lib/server/http/rate-limit";
import type { Asking } from "./viewer";

/** Failed attempts of one address: 20 at once, then one in three seconds. Further ones get 429. */
const FAILURES = { perSecond: 1 / 3, burst: 20 };
/** Attempts of one address that are checked at the same time. */
const AT_ONCE = 16;
const MOST_WAITING = 1_000;

interface Line {
  checked: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits the cost of sign-ins from one address: checks a few at a time, and answers too many failures with 429. Checks every attempt: people behind one proxy
 * share its address, and a valid token still signs in.
 */
export class FailedAttempts {
  readonly #failures: RateLimit;
  readonly #lines = new Map<string, Line>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#failures = new RateLimit(FAILURES, clock.monotonic);
  }

  /** Runs `work` as an attempt. A 401 counts as a failure. */
  async tried<T>({ headers }: Asking, work: () => Promise<T>): Promise<T> {
    const address = countedNetwork(headers.get(CLIENT_HEADER) ?? "");
    const line = await this.#turn(address);
    try {
      return await work();
    } catch (thrown) {
      const retryAfterSeconds = thrown instanceof Refusal && thrown.status === 401 ? this.#failures.take(address) : 0;
      if (thrown instanceof Refusal && retryAfterSeconds > 0)
        throw tooMany(`${thrown.detail} Too many sign-ins from this address were refused.`, retryAfterSeconds, thrown);
      throw thrown;
    } finally {
      this.#leave(address, line);
    }
  }

  async #turn(address: string): Promise<Line> {
    const line = this.#lines.get(address) ?? { checked: 0, waiting: [] };
    this.#lines.set(address, line);
    if (line.waiting.length >= MOST_WAITING) throw tooMany("Too many sign-ins from this address wait to be checked.", 5);
    if (line.checked >= AT_ONCE) await new Promise<void>((resolve) => line.waiting.push(resolve));
    else line.checked++;
    return line;
  }

  /** Passes the slot to the next attempt, or frees it. */
  #leave(address: string, line: Line): void {
    const next = line.waiting.shift();
    if (next !== undefined) return next();
    line.checked--;
    if (line.checked === 0) this.#lines.delete(address);
  }
}

function tooMany(detail: string, retryAfterSeconds: number, cause?: unknown): Refusal {
  return new Refusal(429, "Too many refused sign-ins", detail, undefined, { retryAfterSeconds, cause });
}
