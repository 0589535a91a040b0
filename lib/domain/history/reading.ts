import { type Fields, isFields } from "@/lib/domain/preview/values";

/** Stored data that cannot be read. The message is a short reason for the row that is shown instead. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** Reads stored JSON field by field; throws `Unreadable` if it does not have the expected form. `path` names the field in the reason. */
export type Read<T> = (value: unknown, path: string) => T;

/** Parses the JSON text of a database column; throws `Unreadable`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Unreadable("it is no JSON", { cause });
  }
}

/** Reads a JSON object with any fields; throws `Unreadable` for another value. */
export function fields(value: unknown, path: string): Fields {
  return isFields(value) ? value : unreadable(path, "an object");
}

export function text(value: unknown, path: string): string {
  return typeof value === "string" ? value : unreadable(path, "a text");
}

/** Reads a string, or null for a missing value; throws `Unreadable` for another value. */
export function textOrNull(value: unknown, path: string): string | null {
  return value === null || typeof value === "string" ? value : unreadable(path, "a text");
}

/** Reads a number; throws `Unreadable` for another value. */
export function number(value: unknown, path: string): number {
  return typeof value === "number" ? value : unreadable(path, "a number");
}

export function numberOrNull(value: unknown, path: string): number | null {
  return value === null || typeof value === "number" ? value : unreadable(path, "a number");
}

/** Returns a reader for one of these words. */
export function oneOf<Word extends string>(words: readonly Word[]): Read<Word> {
  return (value, path) => words.find((one) => one === value) ?? unreadable(path, `one of ${words.join(", ")}`);
}

/** Returns a reader for a list of such items. */
export function list<T>(item: Read<T>): Read<readonly T[]> {
  return (value, path) => (Array.isArray(value) ? value.map((one) => item(one, path)) : unreadable(path, "a list"));
}

/** Returns a reader for pairs of a key and a value, as labels and ports are stored. */
export function pairs<T>(item: Read<T>): Read<readonly (readonly [string, T])[]> {
  return list((value, path) =>
    Array.isArray(value) && value.length === 2 ? ([text(value[0], path), item(value[1], path)] as const) : unreadable(path, "a pair"),
  );
}

export function orNull<T>(item: Read<T>): Read<T | null> {
  return (value, path) => (value === null ? null : item(value, path));
}

export function boolean(value: unknown, path: string): boolean {
  return typeof value === "boolean" ? value : unreadable(path, "true or false");
}

/** Returns a reader for a pair of a number and a value. */
export function numbered<T>(item: Read<T>): Read<readonly [number, T]> {
  return (value, path) => (Array.isArray(value) && value.length === 2 ? ([number(value[0], path), item(value[1], path)] as const) : unreadable(path, "a pair"));
}

/** Returns a reader for an object with all these fields. It ignores other fields. */
export function object<T extends object>(readers: { readonly [Key in keyof T]-?: Read<T[Key]> }): Read<T> {
  const keys = Object.keys(readers) as (keyof T & string)[];
  return (value, path) => {
    const stored = fields(value, path);
    return Object.fromEntries(keys.map((key) => [key, readers[key](stored[key], `${path}.${key}`)])) as T;
  };
}

export function unreadable(path: string, wanted: string): never {
  throw new Unreadable(`${path} is not ${wanted}`);
}
