import type { Clock } from "@/lib/server/clock";
import { CLIENT_HEADER } from "@/lib/server/http/inbound-headers";
import { countedNetwork } from "@/lib/server/http/ip-address";
import { Refusal } from "@/lib/server/http/problem";
import { RateLimit } from "@/lib/server/http/rate-limit";
import type { Asking } from "./viewer";

/** So many attempts of one address may fail. */
const FAILURES = { perSecond: 1 / 3, burst: 20 };
/** Of an address above that so many attempts are checked at the same time, and so many wait. */
const AT_ONCE = 16;
const MOST_WAITING = 1_000;

interface Line {
  checked: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits what failed sign-ins of one address may cost. Above the limit a failure is answered with 429, and attempts are checked a few at a time. They are
 * checked all the same: people behind one proxy share its address, and a valid token still signs in.
 */
export class FailedAttempts {
  readonly #failures: RateLimit;
  /** Until when an address is above its limit, by the monotonic clock. */
  readonly #limitedUntil = new Map<string, number>();
  readonly #lines = new Map<string, Line>();

  constructor(private readonly clock: Pick<Clock, "monotonic">) {
    this.#failures = new RateLimit(FAILURES, clock.monotonic);
  }

  /** Makes an attempt. A 401 of `work` counts as a failure. */
  async tried<T>({ headers }: Asking, work: () => Promise<T>): Promise<T> {
    const address = countedNetwork(headers.get(CLIENT_HEADER) ?? "");
    const line = this.#isLimited(address) ? await this.#turn(address) : null;
    try {
      return await work();
    } catch (thrown) {
      if (thrown instanceof Refusal && thrown.status === 401) this.#fail(address, thrown);
      throw thrown;
    } finally {
      if (line !== null) this.#leave(address, line);
    }
  }

  #isLimited(address: string): boolean {
    const until = this.#limitedUntil.get(address);
    if (until === undefined) return false;
    if (until > this.clock.monotonic()) return true;
    this.#limitedUntil.delete(address);
    return false;
  }

  #fail(address: string, cause: Refusal): void {
    const retryAfterSeconds = this.#failures.take(address);
    if (retryAfterSeconds === 0) return;
    const now = this.clock.monotonic();
    for (const [other, until] of this.#limitedUntil) if (until <= now) this.#limitedUntil.delete(other);
    this.#limitedUntil.set(address, now + retryAfterSeconds * 1_000);
    throw tooMany(`${cause.detail} Too many sign-ins from this address were refused.`, retryAfterSeconds);
  }

  async #turn(address: string): Promise<Line> {
    const line = this.#lines.get(address) ?? { checked: 0, waiting: [] };
    this.#lines.set(address, line);
    if (line.waiting.length >= MOST_WAITING) throw tooMany("Too many sign-ins from this address wait to be checked.", 5);
    if (line.checked >= AT_ONCE) await new Promise<void>((resolve) => line.waiting.push(resolve));
    else line.checked++;
    return line;
  }

  /** The next one has its place, or the place is free. */
  #leave(address: string, line: Line): void {
    const next = line.waiting.shift();
    if (next !== undefined) return next();
    line.checked--;
    if (line.checked === 0) this.#lines.delete(address);
  }
}

function tooMany(detail: string, retryAfterSeconds: number): Refusal {
  return new Refusal(429, "Too many refused sign-ins", detail, undefined, { retryAfterSeconds });
}
