import type { Path } from "@/lib/domain/preview/finding";
import { isLabelValue, isTagKey } from "@/lib/domain/preview/names";
import { type Fields, fieldOf, fieldsOf, isFields, pairsOf, textsOf, typeOf } from "@/lib/domain/preview/values";
import { isNamePattern } from "./name-pattern";

/** What is wrong with a place of the rules themselves. */
export interface RailsProblem {
  readonly path: Path;
  readonly code: "unknown-field" | "wrong-type" | "bad-pattern" | "bad-label" | "twice" | "too-many" | "range" | "bad-value" | "contradicts";
  readonly values: Readonly<Record<string, string>>;
}

/** Collects what is wrong while values are read; what could not be read is then as if it were missing. */
export class RailsReader {
  readonly problems: RailsProblem[] = [];

  problem(path: Path, code: RailsProblem["code"], values: RailsProblem["values"] = {}): void {
    this.problems.push({ path, code, values });
  }

  /** An object with these fields and no others. */
  fields(value: unknown, path: Path, known: readonly string[]): Fields {
    if (!isFields(value)) this.wrongType(path, "an object", value);
    for (const [key] of pairsOf(value)) if (!known.includes(key)) this.problem([...path, key], "unknown-field", { known: known.join(", ") });
    return fieldsOf(value);
  }

  items(holder: unknown, key: string, path: Path): readonly unknown[] | null {
    const value = fieldOf(holder, key);
    if (value === undefined) return null;
    if (!Array.isArray(value)) this.wrongType([...path, key], "a list", value);
    else if (value.length > 100) this.problem([...path, key], "too-many", { most: "100" });
    else return value;
    return null;
  }

  texts(holder: unknown, key: string, path: Path): readonly string[] | null {
    const items = this.items(holder, key, path);
    items?.forEach((item, at) => {
      if (typeof item !== "string") this.wrongType([...path, key, at], "a text", item);
    });
    return items === null ? null : textsOf(items);
  }

  text(holder: unknown, key: string, path: Path): string | null {
    const value = fieldOf(holder, key);
    if (value === undefined || typeof value === "string") return value ?? null;
    this.wrongType([...path, key], "a text", value);
    return null;
  }

  wholeNumber(holder: unknown, key: string, path: Path, [least, most]: readonly [number, number]): number | null {
    const value = fieldOf(holder, key);
    if (value === undefined) return null;
    if (typeof value !== "number" || !Number.isInteger(value)) this.wrongType([...path, key], "a whole number", value);
    else if (value < least || value > most) this.problem([...path, key], "range", { least: String(least), most: String(most) });
    else return value;
    return null;
  }

  patterns(texts: readonly string[] | null, path: Path): readonly string[] | null {
    texts?.forEach((text, at) => {
      if (!isNamePattern(text)) this.problem([...path, at], "bad-pattern", { text });
    });
    return texts;
  }

  label(key: string, values: readonly string[], path: Path): void {
    const isGood = isTagKey(key) && values.every((value) => isLabelValue(value));
    if (!isGood) this.problem(path, "bad-label", { key });
  }

  wrongType(path: Path, wanted: string, value: unknown): void {
    this.problem(path, "wrong-type", { wanted, found: typeOf(value) });
  }
}
