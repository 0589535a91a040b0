import { randomBytes } from "node:crypto";
import { type CookieStyle, cookieName, cookiesIn, setCookie } from "./cookie-text";
import type { Begun } from "./oidc-provider";
import { sealing } from "./sealing";

/** A sign-in that a browser has begun at the provider, and where it leads to; or what came of the last one, which a page has still to say. */
export type KeptAttempt =
  | ({ readonly kind: "begun"; readonly from: string; readonly at: number } & Begun)
  | { readonly kind: "refused"; readonly problem: string; readonly at: number };

/** One attempt to sign in, kept in the browser that makes it. */
export interface AttemptCookie {
  keep(attempt: KeptAttempt): string;
  /** Null where there is none, or it is too old. */
  open(header: string | null): KeptAttempt | null;
  forget(): string;
}

const NAME = "stolos-attempt";
const SECONDS = { begun: 600, refused: 60 } as const;

/** `secret`: as for sessions. `now` in milliseconds. Unlike a session it comes along from the provider's page (`Lax`). */
export function attemptCookie(secret: Buffer | null, now: () => number, style: CookieStyle): AttemptCookie {
  const { seal, unseal } = sealing(secret ?? randomBytes(32), "stolos attempt 1");
  return {
    keep: (attempt) => setCookie(NAME, seal(JSON.stringify(attempt)), style, { sameSite: "Lax", seconds: SECONDS[attempt.kind] }),
    open: (header) => {
      const text = unseal(cookiesIn(header).get(cookieName(NAME, style)) ?? "");
      // Sealed here: it has this shape.
      const attempt: KeptAttempt | null = text === null ? null : JSON.parse(text);
      return attempt !== null && now() - attempt.at < SECONDS[attempt.kind] * 1_000 ? attempt : null;
    },
    forget: () => setCookie(NAME, "", style, { sameSite: "Lax" }),
  };
}
