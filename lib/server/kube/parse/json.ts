import { cleanText, truncateText, truncateTextWithEllipsis } from "@/lib/domain/object/clean-text";
import { MAX_LABEL_KEY_LENGTH } from "@/lib/domain/object/label-set";
import { isUntypedObject } from "@/lib/domain/preview/values";

/* Reading of foreign JSON: own fields only, so that a key such as `constructor` finds nothing. */

/** Text of strangers is cut at this length: a probe's message or a label may be of any size. */
const LONGEST_TEXT = 4_096;

/** The own field of an object, or undefined. */
export function field(object: unknown, key: string): unknown {
  if (!isUntypedObject(object)) return undefined;
  const value = object[key];
  // JSON has no functions: only what is one, or stands under the one name of an object that all inherit, may not be the object's own.
  return (typeof value === "function" || key === "__proto__") && !Object.hasOwn(object, key) ? undefined : value;
}

/** The field at the end of a path, or undefined. */
export function at(object: unknown, ...path: readonly string[]): unknown {
  let value = object;
  for (const key of path) value = field(value, key);
  return value;
}

/** A string, clean, and cut where it is very long; "" for everything else. */
export function text(value: unknown): string {
  return typeof value === "string" ? clip(value) : "";
}

/** The name of a field that a stranger chose: clean, and cut where it is longer than anything is named. */
export function keyText(key: string): string {
  return cleanText(truncateText(key, MAX_LABEL_KEY_LENGTH));
}

/** Any value as text: what is no string is shown as JSON. */
export function anyText(value: unknown): string {
  return clip(typeof value === "string" ? value : jsonText(value));
}

/** "…" for what is nested so deeply that it cannot be written. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch (error) {
    if (error instanceof RangeError) return "…";
    throw error;
  }
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A finite number, or null. */
export function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function clip(value: string): string {
  return cleanText(truncateTextWithEllipsis(value, LONGEST_TEXT));
}
