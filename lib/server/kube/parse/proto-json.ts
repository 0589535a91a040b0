import { parseGoDuration } from "@/lib/domain/mesh/go-values";
import type { JsonValue } from "@/lib/domain/mesh/mesh-config";
import { isUntypedObject, type UntypedObject } from "@/lib/domain/preview/values";
import { field, keyText, text } from "./json";

/*
 * Protobuf messages as JSON, as istiod reads its own configuration: every field also under its name with underscores, and a value of another
 * type makes the whole message unreadable.
 */

/** Thrown where istiod's own reading fails too. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** Thrown where a text exceeds a limit of Stolos. istiod may read it. */
export class BeyondLimit extends Unreadable {}

/** How deep and how large a part may be that is kept as it is. */
const DEEPEST = 12;
const VALUES_AT_MOST = 5_000;

/** A field by its name, or by the same with underscores; undefined = not said, as null is. */
export function fieldOf(message: UntypedObject, name: string): unknown {
  const value =
    field(message, name) ??
    field(
      message,
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
  return value === null ? undefined : value;
}

export function textField(message: UntypedObject, name: string): string | undefined {
  const value = fieldOf(message, name);
  if (value === undefined || typeof value === "string") return value === undefined ? undefined : text(value);
  throw new Unreadable(`its field ${name} is no text`);
}

export function truthField(message: UntypedObject, name: string): boolean | undefined {
  const value = fieldOf(message, name);
  if (value === undefined || typeof value === "boolean") return value;
  throw new Unreadable(`its field ${name} is neither true nor false`);
}

/** A whole number that is not negative; protobuf takes it as text too. */
export function countField(message: UntypedObject, name: string): number | undefined {
  const value = fieldOf(message, name);
  if (value === undefined) return undefined;
  const count = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof count === "number" && Number.isSafeInteger(count) && count >= 0) return count;
  throw new Unreadable(`its field ${name} is no whole number`);
}

/** Milliseconds. */
export function durationField(message: UntypedObject, name: string): number | undefined {
  const value = textField(message, name);
  const ms = value === undefined ? undefined : parseGoDuration(value);
  if (ms !== null) return ms;
  throw new Unreadable(`its field ${name} is no length of time`);
}

export function messageField(message: UntypedObject, name: string): UntypedObject | undefined {
  const value = fieldOf(message, name);
  if (value === undefined || isUntypedObject(value)) return value;
  throw new Unreadable(`its field ${name} is no object`);
}

function listField(message: UntypedObject, name: string): readonly unknown[] | undefined {
  const value = fieldOf(message, name);
  if (value === undefined || Array.isArray(value)) return value;
  throw new Unreadable(`its field ${name} is no list`);
}

export function textsField(message: UntypedObject, name: string): readonly string[] | undefined {
  return listField(message, name)?.map((item) => {
    if (typeof item === "string") return text(item);
    throw new Unreadable(`its field ${name} holds something else than texts`);
  });
}

export function messagesField(message: UntypedObject, name: string): readonly UntypedObject[] | undefined {
  return listField(message, name)?.map((item) => {
    if (isUntypedObject(item)) return item;
    throw new Unreadable(`its field ${name} holds something else than objects`);
  });
}

/** A copy of any part, as JSON; clean, and neither deeper nor larger than anybody writes. */
export function keptWhole(message: UntypedObject, name: string): { readonly [key: string]: JsonValue } {
  let left = VALUES_AT_MOST;
  const copyOf = (value: unknown, depth: number): JsonValue => {
    if (depth > DEEPEST || left-- <= 0) throw new BeyondLimit(`its field ${name} is deeper or larger than can be kept`);
    if (typeof value === "string") return text(value);
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value === "boolean" || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => copyOf(item, depth + 1));
    if (isUntypedObject(value)) return objectOf(value, depth);
    throw new Unreadable(`its field ${name} holds what JSON cannot`);
  };
  const objectOf = (value: UntypedObject, depth: number) =>
    Object.fromEntries(Object.entries(value).map(([key, item]) => [keyText(key), copyOf(item, depth + 1)] as const));
  return objectOf(message, 0);
}
