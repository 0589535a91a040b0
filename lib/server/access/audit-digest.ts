import { createHmac } from "node:crypto";

/** Enough to tell sessions apart. Characters. */
const LENGTH = 16;

/** Digests by which lines of the audit tell sessions from each other. Whoever has no key learns nothing of what was digested, and cannot try whether it was this or that. */
export function auditDigests(key: Buffer): (text: string) => string {
  return (text) => createHmac("sha256", key).update(`stolos audit ${text}`).digest("base64url").slice(0, LENGTH);
}
