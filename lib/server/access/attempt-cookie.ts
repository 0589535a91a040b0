import { randomBytes } from "node:crypto";
import { type CookieStyle, cookieName, cookiesIn, setCookie } from "./cookie-text";
import type { Begun } from "./oidc-provider";
import { sealing } from "./sealing";

/**
 * A sign-in that a browser has begun at the provider, and where it leads to; what came of the last one, which a page has still to say; or why the
 * sign-in that the browser had is over, which every answer says until somebody signs in.
 */
export type KeptAttempt =
  | ({ readonly kind: "begun"; readonly from: string; readonly at: number } & Begun)
  | { readonly kind: "refused" | "ended"; readonly problem: string; readonly at: number };

/** One attempt to sign in, kept in the browser that makes it. */
export interface AttemptCookie {
  keep(attempt: KeptAttempt): string;
  /** Null where there is none, or it is too old. */
  open(header: string | null): KeptAttempt | null;
  /** Why the sign-in that the browser had is over; null = it is not, or nobody knows. */
  endOf(header: string | null): string | null;
  forget(): string;
}

const NAME = "stolos-attempt";
/** The end of a sign-in is told for as long as one may last. */
const SECONDS = { begun: 600, refused: 60, ended: 12 * 3_600 } as const;

/** `secret`: as for sessions. `now` in milliseconds. Unlike a session it comes along from the provider's page (`Lax`). */
export function attemptCookie(secret: Buffer | null, now: () => number, style: CookieStyle): AttemptCookie {
  const { seal, unseal } = sealing(secret ?? randomBytes(32), "stolos attempt 1");
  const open = (header: string | null): KeptAttempt | null => {
    const text = unseal(cookiesIn(header).get(cookieName(NAME, style)) ?? "");
    // Sealed here: it has this shape.
    const attempt: KeptAttempt | null = text === null ? null : JSON.parse(text);
    return attempt !== null && now() - attempt.at < SECONDS[attempt.kind] * 1_000 ? attempt : null;
  };
  return {
    keep: (attempt) => setCookie(NAME, seal(JSON.stringify(attempt)), style, { sameSite: "Lax", seconds: SECONDS[attempt.kind] }),
    open,
    endOf: (header) => {
      const attempt = open(header);
      return attempt?.kind === "ended" ? attempt.problem : null;
    },
    forget: () => setCookie(NAME, "", style, { sameSite: "Lax" }),
  };
}
