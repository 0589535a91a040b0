import { createHash } from "node:crypto";

/** Enough to tell settings apart. Characters. */
const LENGTH = 16;

/** Of these settings only whether they are set is told. */
const SECRET: ReadonlySet<string> = new Set(["secret", "clientSecret"]);

/** Of these settings the user and the password are left out. */
const ADDRESSES: ReadonlySet<string> = new Set(["url", "https", "http"]);

/**
 * A digest of all settings, equal for starts and processes that are set alike. No secret goes into it, of the address of a database neither user nor
 * password: whoever has it cannot try what they are.
 */
export function settingsDigest(settings: object): string {
  const text = JSON.stringify(settings, (name, value: unknown) => {
    if (SECRET.has(name)) return value === null ? null : "set";
    return ADDRESSES.has(name) && typeof value === "string" ? placeOf(value) : value;
  });
  return createHash("sha256").update(`stolos settings ${text}`).digest("base64url").slice(0, LENGTH);
}

function placeOf(address: string): string {
  if (!URL.canParse(address)) return "set";
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
