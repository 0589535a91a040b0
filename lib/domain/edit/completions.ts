import type { DocumentShape } from "@/lib/domain/preview/shape";

/** The completions at a position in a YAML text, from a column of its line on. */
export interface Completions {
  /** The column from which the line is replaced, from 0. */
  readonly from: number;
  readonly options: readonly Completion[];
}

interface Completion {
  readonly text: string;
  /** The type of the value, such as "a list". */
  readonly is: string;
  /** `field`: a key that needs a value after it. */
  readonly kind: "field" | "value";
}

interface KeyLine {
  readonly indent: number;
  readonly key: string;
  /** True if a list item starts here. */
  readonly isItem: boolean;
}

const KEY = /^(\s*)((?:- +)*)([A-Za-z][\w.-]*)?(:?)/;
const VALUE = /^\s*(?:- +)*([A-Za-z][\w.-]*):\s+([A-Za-z_]*)$/;
const TYPING_KEY = /^\s*(?:- +)*[A-Za-z]*$/;

/** Returns the completions before a column: missing field names, or the values of a field. Null = none. */
export function completionsAt(lines: readonly string[], line: number, column: number, shape: DocumentShape): Completions | null {
  const before = (lines[line] ?? "").slice(0, column);
  const here = keyLine(before);
  const holder = shapeOf(pathTo(lines, line, here.indent), shape);
  const value = VALUE.exec(before);
  if (value !== null) return valuesOf(shapeOf([value[1] ?? ""], holder), column - (value[2] ?? "").length);
  if (!TYPING_KEY.test(before) || holder?.type !== "an object") return null;
  const there = siblings(lines, line, here.indent);
  const options = Object.entries(holder.fields)
    .filter(([field]) => !there.has(field))
    .map(([field, of]) => ({ text: field, is: of.type, kind: "field" as const }));
  return options.length === 0 ? null : { from: here.indent, options };
}

function valuesOf(shape: DocumentShape | null, from: number): Completions | null {
  const values = shape?.type === "true or false" ? ["true", "false"] : shape?.type === "a text" ? (shape.values ?? []) : [];
  return values.length === 0 ? null : { from, options: values.map((text) => ({ text, is: shape?.type ?? "", kind: "value" })) };
}

/** Returns the parent keys of a position, outermost first. */
function pathTo(lines: readonly string[], line: number, indent: number): readonly string[] {
  const path: string[] = [];
  let least = indent;
  for (let at = line - 1; at >= 0 && least > 0; at--) {
    const above = keyLine(lines[at] ?? "");
    if (above.key === "" || above.indent >= least) continue;
    path.unshift(above.key);
    least = above.indent;
  }
  return path;
}

/** Returns the shape at a path. List indexes are not part of the path. */
function shapeOf(path: readonly string[], shape: DocumentShape | null): DocumentShape | null {
  const item = shape?.type === "a list" ? shape.of : shape;
  const [field, ...rest] = path;
  if (field === undefined || item === null) return item;
  if (item.type === "pairs") return shapeOf(rest, item.of);
  if (item.type !== "an object" || !Object.hasOwn(item.fields, field)) return null;
  return shapeOf(rest, item.fields[field] ?? null);
}

/** Returns the sibling keys that exist already. */
function siblings(lines: readonly string[], line: number, indent: number): ReadonlySet<string> {
  const there = new Set<string>();
  const look = (at: number, step: 1 | -1): void => {
    const beside = keyLine(lines[at] ?? "");
    const isBlank = (lines[at] ?? "").trim() === "";
    if (at < 0 || at >= lines.length || (!isBlank && beside.indent < indent)) return;
    // In the lines after the position, the next list item starts another object. In the lines before it, the first line of this item still belongs to
    // this object.
    if (step === 1 && beside.isItem && beside.indent === indent) return;
    if (beside.indent === indent && beside.key !== "") there.add(beside.key);
    if (step === -1 && beside.isItem && beside.indent === indent) return;
    look(at + step, step);
  };
  if (!keyLine(lines[line] ?? "").isItem) look(line - 1, -1);
  look(line + 1, 1);
  return there;
}

function keyLine(line: string): KeyLine {
  const [, space = "", dashes = "", key = "", colon = ""] = KEY.exec(line) ?? [];
  return { indent: space.length + dashes.length, key: colon === "" ? "" : key, isItem: dashes !== "" };
}
