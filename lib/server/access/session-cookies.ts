import { createHash, randomBytes } from "node:crypto";
import { auditDigests } from "./audit-digest";
import { type CookieStyle, cookieName, cookiesIn, setCookie } from "./cookie-text";
import type { RevokedSessions } from "./revoked-sessions";
import { type SealingKeys, sealing } from "./sealing";
import { isToken } from "./token";

/** What a browser keeps of a sign-in. */
export interface KeptSession {
  readonly token: string;
  /** What a provider renews the token by; null where nothing renews it. */
  readonly refreshToken: string | null;
  /** When somebody signed in, in milliseconds: renewing makes no session longer. */
  readonly since: number;
  /** Tells the session from all others, from the sign-in to its end, through all renewals. */
  readonly id: string;
}

/** A token in the browser's cookies: encrypted, out of reach of scripts, and never sent by another site's page. */
export interface SessionCookies {
  /** The values of `Set-Cookie` that keep a token. A session ends with the browser, and after twelve hours. */
  keep(token: string, more?: Partial<Omit<KeptSession, "token">>): readonly string[];
  /** Returns the token in a `Cookie` header; null when this server did not seal one, or its session was revoked. */
  open(header: string | null): string | null;
  /** The same with all that was kept with it. */
  openAll(header: string | null): KeptSession | null;
  /** When the session in a `Cookie` header ends, in milliseconds: twelve hours after the sign-in. Null where there is none. */
  endOf(header: string | null): number | null;
  /** Revokes the session in a `Cookie` header, and so every copy of it. Resolves once that is stored, or after half a second. */
  revoke(header: string | null): Promise<void>;
  /** A digest by which lines of the audit tell the session in a `Cookie` header from others; "" = there is none. The same in every process that shares sessions. */
  sessionOf(header: string | null): string;
  /** The same of a token that comes with each request, where nothing is kept. */
  digestOf(token: string): string;
  /** The values of `Set-Cookie` that take every part away. */
  forget(): readonly string[];
}

const NAME = "stolos-session";
/** A browser takes no cookie above 4,096 bytes, its name and attributes included. */
const PART = 3_600;
/** The longest token and the longest refresh token need all of them; Node takes headers of 16 KiB in all. */
const MOST_PARTS = 4;
/** The longest session. Milliseconds. */
export const LONGEST_MS = 12 * 3_600_000;
/** The longest refresh token that is kept beside a token. Characters. */
export const LONGEST_REFRESH_TOKEN = 3_072;

/** A refresh token that is too long is left out: the sign-in then ends with its token. */
export function keptRefreshToken(refreshToken: string | null): string | null {
  return refreshToken !== null && refreshToken.length <= LONGEST_REFRESH_TOKEN ? refreshToken : null;
}

const NONE_REVOKED: Pick<RevokedSessions, "has" | "revoke"> = { has: () => false, revoke: () => Promise.resolve() };

/** `keys`: the same for every process that shares sessions. `now` in milliseconds. */
export function sessionCookies(
  keys: SealingKeys,
  now: () => number,
  style: CookieStyle = { isSecure: false },
  revoked: Pick<RevokedSessions, "has" | "revoke"> = NONE_REVOKED,
): SessionCookies {
  const { seal, unseal } = sealing(keys, "stolos session 1");
  const digestOf = (text: string) => auditDigests(keys()[0])(text);
  /** Digests by all valid keys: a session that was revoked stays revoked after a change of the key. */
  const digestsOf = (id: string) => keys().map((key) => auditDigests(key)(id));
  const set = (at: number, value: string) => setCookie(`${NAME}-${at}`, value, style, { sameSite: "Strict" });
  const openAll = (header: string | null) => {
    const found = cookiesIn(header);
    const sealed = Array.from({ length: MOST_PARTS }, (_, at) => found.get(cookieName(`${NAME}-${at}`, style)) ?? "").join("");
    const text = sealed === "" ? null : unseal(sealed);
    const kept = text === null ? null : sessionIn(text, now());
    return kept === null || digestsOf(kept.id).some((digest) => revoked.has(digest)) ? null : kept;
  };
  const sessionOf = (header: string | null) => {
    const kept = openAll(header);
    return kept === null ? "" : digestOf(kept.id);
  };
  const endOf = (header: string | null) => {
    const kept = openAll(header);
    return kept === null ? null : kept.since + LONGEST_MS;
  };
  return {
    keep: (token, { refreshToken = null, since = now(), id = randomBytes(12).toString("base64url") } = {}) => {
      const sealed = seal(JSON.stringify({ token, ...(refreshToken !== null && { refreshToken }), since, id }));
      return Array.from({ length: MOST_PARTS }, (_, at) => set(at, sealed.slice(at * PART, (at + 1) * PART)));
    },
    open: (header) => openAll(header)?.token ?? null,
    openAll,
    endOf,
    revoke: async (header) => {
      const [kept, end] = [openAll(header), endOf(header)];
      if (kept !== null && end !== null) await Promise.all(digestsOf(kept.id).map((digest) => revoked.revoke(digest, end)));
    },
    sessionOf,
    digestOf,
    forget: () => Array.from({ length: MOST_PARTS }, (_, at) => set(at, "")),
  };
}

function sessionIn(text: string, now: number): KeptSession | null {
  // Sessions of the version before have no id. A digest of their first token serves as one that survives a renewal.
  const { token, refreshToken = null, since, id = "" }: { token?: unknown; refreshToken?: unknown; since?: unknown; id?: unknown } = JSON.parse(text);
  if (typeof token !== "string" || typeof since !== "number" || !isToken(token)) return null;
  if ((refreshToken !== null && typeof refreshToken !== "string") || typeof id !== "string") return null;
  if (now - since >= LONGEST_MS) return null;
  return { token, refreshToken, since, id: id || createHash("sha256").update(token).digest("base64url").slice(0, 16) };
}
