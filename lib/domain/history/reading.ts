import { isUntypedObject, type UntypedObject } from "@/lib/domain/preview/values";

/** The error for stored data that cannot be read. Its message is a short reason for the row that is shown instead. */
export class UnreadableError extends Error {
  override readonly name = "Unreadable";
}

/** A reader of one stored JSON value. It throws `Unreadable` if the value does not have the expected form. `path`: the field's name in the error. */
export type JsonReader<T> = (value: unknown, path: string) => T;

/** Parses the JSON text of a database column; throws `Unreadable`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableError("it is no JSON", { cause });
  }
}

/** Reads a JSON object with any fields; throws `Unreadable` for another value. */
export function readUntypedObject(value: unknown, path: string): UntypedObject {
  return isUntypedObject(value) ? value : throwUnreadable(path, "an object");
}

export function readString(value: unknown, path: string): string {
  return typeof value === "string" ? value : throwUnreadable(path, "a text");
}

/** Reads a string, or null for a missing value; throws `Unreadable` for another value. */
export function readStringOrNull(value: unknown, path: string): string | null {
  return value === null || typeof value === "string" ? value : throwUnreadable(path, "a text");
}

/** Reads a number; throws `Unreadable` for another value. */
export function readNumber(value: unknown, path: string): number {
  return typeof value === "number" ? value : throwUnreadable(path, "a number");
}

export function readNumberOrNull(value: unknown, path: string): number | null {
  return value === null || typeof value === "number" ? value : throwUnreadable(path, "a number");
}

/** Returns a reader that accepts one of these texts. */
export function oneOfReader<Word extends string>(words: readonly Word[]): JsonReader<Word> {
  return (value, path) => words.find((one) => one === value) ?? throwUnreadable(path, `one of ${words.join(", ")}`);
}

/** Returns a reader for a list of such items. */
export function listReader<T>(item: JsonReader<T>): JsonReader<readonly T[]> {
  return (value, path) => (Array.isArray(value) ? value.map((one) => item(one, path)) : throwUnreadable(path, "a list"));
}

/** Returns a reader for a list of pairs of a key and a value, as labels and ports are stored. */
export function pairsReader<T>(item: JsonReader<T>): JsonReader<readonly (readonly [string, T])[]> {
  return listReader((value, path) =>
    Array.isArray(value) && value.length === 2 ? ([readString(value[0], path), item(value[1], path)] as const) : throwUnreadable(path, "a pair"),
  );
}

export function nullableReader<T>(item: JsonReader<T>): JsonReader<T | null> {
  return (value, path) => (value === null ? null : item(value, path));
}

export function readBoolean(value: unknown, path: string): boolean {
  return typeof value === "boolean" ? value : throwUnreadable(path, "true or false");
}

/** Returns a reader for a pair of a number and a value. */
export function numberKeyedPairReader<T>(item: JsonReader<T>): JsonReader<readonly [number, T]> {
  return (value, path) =>
    Array.isArray(value) && value.length === 2 ? ([readNumber(value[0], path), item(value[1], path)] as const) : throwUnreadable(path, "a pair");
}

/** Returns a reader for an object with all these fields. Other fields are ignored. */
export function objectReader<T extends object>(readers: { readonly [Key in keyof T]-?: JsonReader<T[Key]> }): JsonReader<T> {
  const keys = Object.keys(readers) as (keyof T & string)[];
  return (value, path) => {
    const stored = readUntypedObject(value, path);
    return Object.fromEntries(keys.map((key) => [key, readers[key](stored[key], `${path}.${key}`)])) as T;
  };
}

export function throwUnreadable(path: string, wanted: string): never {
  throw new UnreadableError(`${path} is not ${wanted}`);
}
