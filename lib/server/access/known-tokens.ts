import { createHmac, randomBytes } from "node:crypto";
import type { Clock } from "@/lib/server/clock";
import type { ProvedClaims } from "./signed-token";

/** Tokens that are remembered at once; whichever was proved first goes first. */
const MOST_TOKENS = 2_000;

/** Tokens that were proved, by a digest that is of no use elsewhere, until they expire. */
export class KnownTokens {
  readonly #proved = new Map<string, ProvedClaims>();
  readonly #salt = randomBytes(32);

  constructor(private readonly clock: Clock) {}

  /** Keeps what a token says, and gives it back. */
  keep(token: string, proved: ProvedClaims): ProvedClaims {
    const digest = this.#digestOf(token);
    this.#proved.delete(digest);
    this.#proved.set(digest, proved);
    const [oldest] = this.#proved.keys();
    if (this.#proved.size > MOST_TOKENS && oldest !== undefined) this.#proved.delete(oldest);
    return proved;
  }

  /** What a token said when it was proved; null where it never was, or has expired. */
  find(token: string): ProvedClaims | null {
    const proved = this.#proved.get(this.#digestOf(token));
    return proved !== undefined && this.clock.now() < proved.expiresAt ? proved : null;
  }

  #digestOf(token: string): string {
    return createHmac("sha256", this.#salt).update(token).digest("base64");
  }
}
