import { createHash } from "node:crypto";
import { compareText } from "@/lib/domain/object/compare-text";

/** A value's text, the same for equal values, and the name that follows from it: SHA-256 in base64url. */
export function shapeOf(value: unknown): { readonly digest: string; readonly body: string } {
  const body = canonicalJson(value);
  return { digest: createHash("sha256").update(body).digest("base64url"), body };
}

/** JSON with the keys of every object in order. The value is put in order first: a replacer that did so would take twice the time. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  // Without a prototype: a key may be a word that a stranger chose, even "__proto__".
  const ordered: Record<string, unknown> = Object.create(null);
  for (const [key, held] of Object.entries(value).sort(([one], [other]) => compareText(one, other))) ordered[key] = inOrder(held);
  return ordered;
}
