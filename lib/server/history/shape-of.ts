import { createHash } from "node:crypto";

/** A value's text, the same for equal values, and the name that follows from it: SHA-256 in base64url. */
export function shapeOf(value: unknown): { readonly digest: string; readonly body: string } {
  const body = canonicalJson(value);
  return { digest: createHash("sha256").update(body).digest("base64url"), body };
}

/** JSON with the keys of every object in order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) =>
    typeof held === "object" && held !== null && !Array.isArray(held) ? Object.fromEntries(Object.entries(held).sort(byKey)) : held,
  );
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
