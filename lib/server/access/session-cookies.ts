import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { isToken } from "./token";

/** A token in the browser's cookies: encrypted, out of reach of scripts, and never sent by another site's page. */
export interface SessionCookies {
  /** The values of `Set-Cookie` that keep a token. A session ends with the browser, and after twelve hours. */
  keep(token: string): readonly string[];
  /** The token in a `Cookie` header; null where there is none that this server has kept. */
  open(header: string | null): string | null;
  /** The values of `Set-Cookie` that take every part away. */
  forget(): readonly string[];
}

const NAME = "stolos-session";
/** A browser takes no cookie above 4,096 bytes, its name and attributes included. */
const PART = 3_600;
/** The longest token needs three. */
const MOST_PARTS = 3;
const LONGEST_MS = 12 * 3_600_000;
const NONCE = 12;
const TAG = 16;
const PURPOSE = Buffer.from("stolos session 1");

/** `secret`: at least 32 bytes, the same for every process that shares sessions; null = one of this process alone. `now` in milliseconds. */
export function sessionCookies(secret: Buffer | null, now: () => number): SessionCookies {
  const key = createHash("sha256")
    .update(secret ?? randomBytes(32))
    .digest();
  return {
    keep: (token) => {
      const sealed = seal(key, JSON.stringify({ token, since: now() }));
      const parts = Array.from({ length: MOST_PARTS }, (_, at) => sealed.slice(at * PART, (at + 1) * PART));
      return parts.map((part, at) => setCookie(at, part));
    },
    open: (header) => {
      const sealed = joined(header ?? "");
      const text = sealed === "" ? null : unseal(key, sealed);
      return text === null ? null : tokenIn(text, now());
    },
    forget: () => Array.from({ length: MOST_PARTS }, (_, at) => setCookie(at, "")),
  };
}

/** Without `Secure`: over plain HTTP, which this server speaks on loopback only, some browsers would not keep it. */
function setCookie(at: number, value: string): string {
  return `${NAME}-${at}=${value}; Path=/; HttpOnly; SameSite=Strict${value === "" ? "; Max-Age=0" : ""}`;
}

function joined(header: string): string {
  const found = new Map(header.split(";").map((pair) => [pair.slice(0, pair.indexOf("=")).trim(), pair.slice(pair.indexOf("=") + 1).trim()]));
  return Array.from({ length: MOST_PARTS }, (_, at) => found.get(`${NAME}-${at}`) ?? "").join("");
}

/** AES-256-GCM: nonce, what is encrypted, tag. */
function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(PURPOSE);
  return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** Null for whatever this key has not sealed. */
function unseal(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length <= NONCE + TAG) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE)).setAAD(PURPOSE).setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function tokenIn(text: string, now: number): string | null {
  const { token, since }: { token?: unknown; since?: unknown } = JSON.parse(text);
  if (typeof token !== "string" || typeof since !== "number" || !isToken(token)) return null;
  return now - since < LONGEST_MS ? token : null;
}
