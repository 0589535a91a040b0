import type { Path } from "./finding";

/** Values of a document that may have any shape. */
export type Fields = Readonly<Record<string, unknown>>;

/** Is it an object, and no list? */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object, or an empty one. */
export function asFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** A field of the object's own. */
export function fieldValue(value: unknown, key: string): unknown {
  const fields = asFields(value);
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** The pairs of an object, as written. */
export function asPairs(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(asFields(value));
}

/** The items of a list, or none. */
export function asItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What stands at a place of a document; undefined = nothing. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((held, part) => (Array.isArray(held) ? held[Number(part)] : fieldValue(held, String(part))), value);
}

/** A text, or "". */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** True or false, else null. */
export function flagOf(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** The texts of a list. */
export function asTexts(value: unknown): readonly string[] {
  return asItems(value).map(asText);
}

/** What a value is, in a word. */
export function yamlTypeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "number") return Number.isInteger(value) ? "a whole number" : "a number";
  return typeof value === "boolean" ? "true or false" : "a text";
}
