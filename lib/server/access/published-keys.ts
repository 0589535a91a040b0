import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import type { Clock } from "@/lib/server/clock";
import { log, thrownFields } from "@/lib/server/log";

/** The keys are read again after this, while those before stay in use: so long a key that was withdrawn is taken. Milliseconds. */
export const KEYS_AGE_MS = 5 * 60_000;
/** Keys that could not be read again for this long prove nobody new. Milliseconds. */
export const KEYS_LIMIT_MS = 15 * 60_000;
/** What failed is not tried again any sooner. */
const FAILED_MS = 5_000;
/** For keys that are not there yet, they are read again no sooner. */
const UNKNOWN_MS = 10_000;

/** Keys that prove signatures; null where they could not be read, or not for too long. */
export type ProvingKeys = JWTVerifyGetKey | null;

/** The keys that somebody publishes, read when they are needed, one reading at a time. */
export class PublishedKeys {
  #keys: JWTVerifyGetKey | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(
    private readonly read: () => Promise<JSONWebKeySet>,
    private readonly clock: Clock,
  ) {}

  /** The keys as they are known; those that are old are read again meanwhile, those that are too old before. */
  async held(): Promise<ProvingKeys> {
    if (this.#age() >= KEYS_LIMIT_MS) await this.#again(FAILED_MS);
    else if (this.#age() >= KEYS_AGE_MS) void this.#again(FAILED_MS);
    return this.#proving();
  }

  /** The keys once more, for a token that names one which is not among them. */
  async renewed(): Promise<ProvingKeys> {
    await this.#again(UNKNOWN_MS);
    return this.#triedAt > this.#readAt ? null : this.#proving();
  }

  #proving(): ProvingKeys {
    return this.#age() < KEYS_LIMIT_MS ? this.#keys : null;
  }

  #age(): number {
    return this.clock.monotonic() - this.#readAt;
  }

  #again(pauseMs: number): Promise<void> {
    if (this.#reading === null && this.clock.monotonic() - this.#triedAt < pauseMs) return Promise.resolve();
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readNow(): Promise<void> {
    const at = this.clock.monotonic();
    this.#triedAt = at;
    try {
      this.#keys = createLocalJWKSet(await this.read());
      this.#readAt = at;
    } catch (thrown) {
      log("warn", "the keys of the proxy's tokens could not be read", thrownFields(thrown));
    }
  }
}
