import { field, isObject } from "./json";

type Shape = "an object" | "a list" | "a string" | "a number";

/** One field and the shape it must have where it is present. */
export interface Expected {
  readonly path: readonly string[];
  readonly shape: Shape;
  readonly required?: boolean;
}

/** The first field of an object that has not the shape agreed, in words ("spec.ports is a list, not an object"), or null. */
export function flawOf(raw: unknown, expected: readonly Expected[]): string | null {
  for (const { path, shape, required } of expected) {
    let value: unknown = raw;
    for (const key of path) value = field(value, key);
    if (value === undefined || value === null) {
      if (required) return `${path.join(".")} is missing`;
      continue;
    }
    const found = shapeOf(value);
    if (found !== shape) return `${path.join(".")} is ${found}, not ${shape}`;
  }
  return null;
}

/** What a JSON value is, in words. */
export function shapeOf(value: unknown): Shape | "true or false" | "null" {
  if (isObject(value)) return "an object";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a string";
  if (typeof value === "number") return "a number";
  return value === null ? "null" : "true or false";
}
