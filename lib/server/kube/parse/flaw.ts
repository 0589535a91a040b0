import { isUntypedObject } from "@/lib/domain/preview/values";
import { field } from "./json";

type Shape = "an object" | "a list" | "a string" | "a number";

/** One field and the shape it must have where it is present. */
export interface Expected {
  readonly path: readonly string[];
  readonly shape: Shape;
  readonly required?: boolean;
}

/** The first field of an object that has not the shape agreed, in words ("spec.ports is a list, not an object"), or null. */
export function flawOf(raw: unknown, expected: readonly Expected[]): string | null {
  let [parent, depth, last]: [unknown, number, Expected["path"]] = [raw, 0, []];
  for (const { path, shape, required } of expected) {
    // Fields of one object stand together: it is looked up once, for this stands in the way of every event.
    if (depth !== path.length - 1 || !isBeside(path, last)) {
      parent = raw;
      depth = path.length - 1;
      for (let at = 0; at < depth; at++) parent = field(parent, path[at] ?? "");
    }
    last = path;
    const value = field(parent, path[depth] ?? "");
    if (value === undefined || value === null) {
      if (required) return `${path.join(".")} is missing`;
      continue;
    }
    const found = shapeOf(value);
    if (found !== shape) return `${path.join(".")} is ${found}, not ${shape}`;
  }
  return null;
}

/** Are two paths of one length those of fields of the same object? */
function isBeside(path: Expected["path"], other: Expected["path"]): boolean {
  for (let at = path.length - 2; at >= 0; at--) if (path[at] !== other[at]) return false;
  return true;
}

/** What a JSON value is, in words. */
export function shapeOf(value: unknown): Shape | "true or false" | "null" {
  if (isUntypedObject(value)) return "an object";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a string";
  if (typeof value === "number") return "a number";
  return value === null ? "null" : "true or false";
}
