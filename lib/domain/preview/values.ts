import type { DocumentPath } from "./finding";

/** An object in a document that was not validated. Its fields can have any type. */
export type UntypedObject = Readonly<Record<string, unknown>>;

/** Returns true for an object that is not a list. */
export function isUntypedObject(value: unknown): value is UntypedObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, otherwise an empty object. */
export function asUntypedObject(value: unknown): UntypedObject {
  return isUntypedObject(value) ? value : {};
}

/** Returns an own field of an object, otherwise undefined. Inherited keys such as `constructor` do not count. */
export function fieldValue(value: unknown, key: string): unknown {
  const fields = asUntypedObject(value);
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** Returns the pairs of an object in written order, or none if the value is not an object. */
export function asPairs(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(asUntypedObject(value));
}

/** Returns the value if it is a list, otherwise an empty list. */
export function asItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value at a path of a document. Undefined = there is none. */
export function valueAt(value: unknown, path: DocumentPath): unknown {
  return path.reduce<unknown>((held, part) => (Array.isArray(held) ? held[Number(part)] : fieldValue(held, String(part))), value);
}

/** Returns the value if it is a string, otherwise "". */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Returns the value if it is a boolean, otherwise null. */
export function asBooleanOrNull(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** Returns the items of a list as strings. An item of another type becomes "". */
export function asTexts(value: unknown): readonly string[] {
  return asItems(value).map(asText);
}

/** Returns the type of a value in the words of error messages, such as "a list". */
export function yamlTypeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "number") return Number.isInteger(value) ? "a whole number" : "a number";
  return typeof value === "boolean" ? "true or false" : "a text";
}
