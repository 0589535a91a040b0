import { errors, type JWTPayload, jwtVerify } from "jose";
import type { Clock } from "@/lib/server/clock";
import { Refusal } from "@/lib/server/http/problem";
import { KnownTokens } from "./known-tokens";
import type { PublishedKeys } from "./published-keys";

/** Whose tokens are taken, and for whom they have to be made. */
export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
}

/** What a token says that was proved. Milliseconds. */
export interface ProvedClaims {
  readonly claims: JWTPayload;
  /** From then on it proves nothing. */
  readonly expiresAt: number;
}

/** Signatures that only the holder of a private key can make. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"];
/** Two clocks may differ by so much. Seconds. */
const SKEW_SECONDS = 60;
const ASK_AGAIN_SECONDS = 5;

/** Proves signed tokens (JWT, RFC 7519) by published keys. */
export class SignedTokens {
  readonly #known: KnownTokens;

  constructor(
    private readonly keys: PublishedKeys,
    private readonly rules: TokenRules,
    private readonly clock: Clock,
  ) {
    this.#known = new KnownTokens(clock);
  }

  /**
   * What a token says. Rejects with a refusal: 401 where it is not good, 503 where the keys cannot be read. A token that was proved before
   * is taken until it expires, also then.
   */
  async prove(token: string): Promise<ProvedClaims> {
    const keys = await this.keys.held();
    const proved = keys === null ? null : await this.#verified(token, keys).catch(nullForUnknownKey);
    if (proved !== null) return this.#known.keep(token, proved);
    const renewed = keys === null ? null : await this.keys.renewed();
    if (renewed !== null) return this.#known.keep(token, await this.#verified(token, renewed).catch(refuse));
    // Where keys are known and its own is not among them, it may have been withdrawn.
    const before = keys === null ? this.#known.find(token) : null;
    if (before !== null) return before;
    const detail = "Who you are could not be checked: the keys of the identity provider cannot be read. Nothing new is shown until they can.";
    throw new Refusal(503, "Could not be checked", detail, undefined, { retryAfterSeconds: ASK_AGAIN_SECONDS });
  }

  /** What a token said when it was proved; null where it never was, or has expired. */
  known(token: string): JWTPayload | null {
    return this.#known.find(token)?.claims ?? null;
  }

  async #verified(token: string, keys: NonNullable<Awaited<ReturnType<PublishedKeys["held"]>>>): Promise<ProvedClaims> {
    const { payload } = await jwtVerify(token, keys, {
      ...{ issuer: this.rules.issuer, audience: this.rules.audience, algorithms: ALGORITHMS, requiredClaims: ["exp"] },
      ...{ clockTolerance: SKEW_SECONDS, currentDate: new Date(this.clock.now()) },
    });
    return { claims: payload, expiresAt: ((payload.exp ?? 0) + SKEW_SECONDS) * 1_000 };
  }
}

function nullForUnknownKey(thrown: unknown): null {
  if (thrown instanceof errors.JWKSNoMatchingKey) return null;
  return refuse(thrown);
}

/** Why a token is not taken, without a word of it. */
function refuse(thrown: unknown): never {
  throw new Refusal(401, "Not signed in", whyNot(thrown), undefined, { cause: thrown });
}

const CLAIM_WORDS: Readonly<Record<string, string>> = {
  iss: "The proxy's token is of another issuer than STOLOS_PROXY_ISSUER.",
  aud: "The proxy's token is made for another audience than STOLOS_PROXY_AUDIENCE.",
  exp: "The proxy's token does not say until when it is good.",
  nbf: "The proxy's token is not good yet: clocks may differ by 60 seconds.",
};

function whyNot(thrown: unknown): string {
  if (thrown instanceof errors.JWTExpired) return "The proxy's token has expired. Load the page again: the proxy then sends another.";
  if (thrown instanceof errors.JWTClaimValidationFailed) return CLAIM_WORDS[thrown.claim] ?? "The proxy's token has a claim that cannot be taken.";
  if (thrown instanceof errors.JOSEAlgNotAllowed) return "The proxy's token is signed in a way that is not taken: only asymmetric signatures are.";
  if (thrown instanceof errors.JWSSignatureVerificationFailed) return "The signature of the proxy's token is wrong.";
  if (thrown instanceof errors.JWKSNoMatchingKey) return "The proxy's token is signed by a key that the identity provider does not publish.";
  return "The proxy's token cannot be read.";
}
