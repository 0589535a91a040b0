import { AuthorizationResponseError, ResponseBodyError } from "openid-client";
import { truncateText } from "@/lib/domain/object/clean-text";
import { shownText } from "@/lib/format/shown-text";
import type { Clock } from "@/lib/server/clock";
import { CountedLines } from "@/lib/server/counted-lines";
import { Refusal } from "@/lib/server/http/problem";
import type { log } from "@/lib/server/log";
import { StateLines } from "@/lib/server/state-lines";
import { LONGEST_TOKEN } from "./token";

/** What was being done with the provider when it failed. */
export type ProviderStep = "begin" | "exchange" | "renew" | "revoke";

export const CLOCKS_DIFFER = "Clocks differ";
const ASK_AGAIN_SECONDS = 10;

/** A provider that cannot be used is asked again after this. Milliseconds. */
const AGAIN_MS = 60_000;

interface ProviderFailure {
  readonly step: ProviderStep;
  readonly error: string;
  readonly detail: string;
}

/**
 * Writes the failures of a provider to the log. While nobody can sign in, that is one state, with a line at its beginning, every ten minutes and at its end. Other
 * answers that cannot be used are counted per cause, because anyone can begin a sign-in.
 */
export class ProviderFailures {
  readonly #counted: CountedLines<ProviderFailure>;
  readonly #states: StateLines;
  #problem: string | null = null;
  #cancel: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    write: typeof log,
  ) {
    this.#states = new StateLines(clock, write);
    this.#counted = new CountedLines(clock, (failure, count) =>
      write("warn", "an answer of the sign-in provider could not be used", { ...failure, ...(count > 1 && { count }) }),
    );
  }

  /** Why nobody can sign in, as users are told; null = one can. */
  get problem(): string | null {
    return this.#problem;
  }

  answered(): void {
    this.#problem = null;
    this.#states.report("provider", "", { level: "info", message: "the sign-in provider can be used", kind: "quiet", fields: {} });
  }

  /** `refusal`: what the user is told of `thrown`. */
  failed(thrown: unknown, step: ProviderStep, refusal: Refusal): void {
    const failure = { step, error: nameOf(thrown), detail: reasonOf(thrown) };
    const isOfAll = refusal.status === 503 || step === "begin";
    this.#problem = isOfAll ? refusal.detail : null;
    if (isOfAll)
      this.#states.report("provider", "", {
        ...{ level: "warn", message: "the sign-in provider cannot be used", kind: "trouble" },
        fields: { reason: failure.detail },
      });
    else if (!(thrown instanceof Refusal)) this.#counted.add(JSON.stringify(failure), failure);
  }

  /** Calls `ask` every minute while nobody can sign in. */
  askAgain(ask: () => void): void {
    this.#cancel = this.clock.setTimer(() => {
      if (this.#problem !== null) ask();
      this.askAgain(ask);
    }, AGAIN_MS);
  }

  stop(): void {
    this.#cancel();
    this.#counted.stop();
    this.#states.stop();
  }
}

/** The provider gave no ID token, or one that nobody can read or keep. */
export class NoIdToken extends Error {
  constructor(readonly length: number) {
    super("no ID token");
  }
}

/**
 * Turns a failure at the provider into a refusal for the user: 401 = the provider did not sign the user in, 502 = unusable answer, 503 = no answer. The log
 * (`ProviderFailures`) has the details; neither contains a code or a token. `clocks`: a text about clocks that differ; null = unknown.
 */
export function providerRefusal(thrown: unknown, step: ProviderStep, clocks: string | null): Refusal {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof NoIdToken) return noIdToken(thrown, step);
  if (thrown instanceof AuthorizationResponseError) return new Refusal(401, "Not signed in", `The provider did not sign you in (${plainCode(thrown.error)}).`);
  if (thrown instanceof ResponseBodyError) return refusedByProvider(thrown, step);
  const code = codeOf(thrown);
  if (code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED") {
    const words = clocks ?? "Its times lie more than a minute from this server's clock.";
    return new Refusal(401, CLOCKS_DIFFER, `The ID token is not taken. ${words}`);
  }
  if (code === "OAUTH_JWT_CLAIM_COMPARISON_FAILED") return new Refusal(401, "Not signed in", claimWords(thrown));
  // What a browser came back with, before the provider is asked anything.
  if (code === "OAUTH_INVALID_RESPONSE" && causeWith(thrown, "parameters") !== null) {
    return new Refusal(
      401,
      "Not signed in",
      "This answer does not belong to a sign-in that was begun in this browser, or comes from another provider. Begin again.",
    );
  }
  if (code === "OAUTH_INVALID_RESPONSE") return new Refusal(401, "Not signed in", "The provider's answer has no ID token that says what it has to.");
  const mismatch = issuerMismatch(thrown);
  if (mismatch !== null) return new Refusal(502, "Settings differ", mismatch);
  if (isUnreachable(thrown, code)) return unreachable();
  return new Refusal(502, "Not understood", "The provider's answer cannot be used. The server's log says why.");
}

function unreachable(): Refusal {
  const detail = "Who you are could not be checked: the provider gave no answer. Try again in a moment.";
  return new Refusal(503, "Could not be checked", detail, undefined, { retryAfterSeconds: ASK_AGAIN_SECONDS });
}

function noIdToken({ length }: NoIdToken, step: ProviderStep): Refusal {
  if (length > LONGEST_TOKEN) {
    return new Refusal(
      401,
      "Too large",
      `The provider's ID token has ${length} characters, and at most ${LONGEST_TOKEN} are kept: have it put fewer groups in.`,
    );
  }
  return new Refusal(
    401,
    "Not signed in",
    step === "renew" ? "The provider renewed the sign-in without an ID token. Sign in again." : "The provider gave no ID token that can be read.",
  );
}

/** The provider answered with an error of OAuth. */
function refusedByProvider({ error, status }: ResponseBodyError, step: ProviderStep): Refusal {
  if (status >= 500 || error === "temporarily_unavailable" || error === "server_error") return unreachable();
  if (error === "invalid_client" || error === "unauthorized_client") {
    return new Refusal(
      502,
      "Not known there",
      "The provider does not know this server by its client id and secret (STOLOS_OIDC_CLIENT_ID, STOLOS_OIDC_CLIENT_SECRET).",
    );
  }
  if (error === "invalid_grant" && step === "renew")
    return new Refusal(
      401,
      "Not signed in",
      "The provider has ended this sign-in: it was revoked there, has expired, or was renewed elsewhere. Sign in again.",
    );
  if (error === "invalid_grant")
    return new Refusal(401, "Not signed in", "The provider does not take this code: it was used already, or is too old. Begin again.");
  return new Refusal(502, "Refused there", `The provider refused what this server asked for (${plainCode(error)}).`);
}

/** A sentence if the provider's discovery document names another issuer than the settings; else null. */
function issuerMismatch(thrown: unknown): string | null {
  if (codeOf(thrown) !== "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED" || causeWith(thrown, "attribute") !== "issuer") return null;
  const [expected, body] = [causeWith(thrown, "expected"), causeWith(thrown, "body")];
  const named = typeof body === "object" && body !== null && "issuer" in body ? shownText(truncateText(String(body.issuer), 200)) : "another";
  return `STOLOS_OIDC_ISSUER is ${String(expected)}, but the provider there calls itself ${named}. Both must be equal, with each slash.`;
}

function claimWords(thrown: unknown): string {
  const claim = causeWith(thrown, "claim");
  if (claim === "aud") return "The ID token was made for somebody else (aud): STOLOS_OIDC_CLIENT_ID is not the client that the provider made it for.";
  if (claim === "iss") return "The ID token comes from another issuer (iss) than STOLOS_OIDC_ISSUER.";
  if (claim === "nonce") return "The ID token belongs to another sign-in (nonce). Begin again.";
  return "The ID token does not say what it has to.";
}

/** The library wraps what it found: what it is about stands in a cause. Null where no cause has this. */
function causeWith(thrown: unknown, field: string, depth = 0): unknown {
  if (typeof thrown !== "object" || thrown === null || depth > 3) return null;
  if (field in thrown) return (thrown as Readonly<Record<string, unknown>>)[field];
  return "cause" in thrown ? causeWith(thrown.cause, field, depth + 1) : null;
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
}

/** No connection, no answer in time, or one that a proxy in between made. */
function isUnreachable(thrown: unknown, code: string): boolean {
  if (!(thrown instanceof Error)) return false;
  return (
    thrown instanceof TypeError ||
    /TimeoutError|AbortError/.test(thrown.name) ||
    code === "OAUTH_TIMEOUT" ||
    code === "OAUTH_RESPONSE_IS_NOT_CONFORM" ||
    code === "OAUTH_RESPONSE_IS_NOT_JSON"
  );
}

/** An error code comes from outside: what is none is not repeated. */
function plainCode(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : "unknown error";
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : "unknown";
}

function reasonOf(thrown: unknown): string {
  if (thrown instanceof ResponseBodyError || thrown instanceof AuthorizationResponseError) return plainCode(thrown.error);
  const mismatch = issuerMismatch(thrown);
  if (mismatch !== null) return mismatch;
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? `: ${thrown.cause.message}` : "";
  return thrown instanceof Error ? `${thrown.message}${cause}`.slice(0, 300) : "";
}
