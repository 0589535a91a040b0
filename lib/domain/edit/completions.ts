import type { Shape } from "@/lib/domain/preview/shape";

/** What may stand at a place of a YAML text that is being typed: from a column of its line on. */
export interface Completions {
  /** The column (from 0) from which on the line is replaced. */
  readonly from: number;
  readonly options: readonly Completion[];
}

interface Completion {
  readonly text: string;
  /** What it is, such as "a list". */
  readonly is: string;
  /** A field, which its value follows, or a value. */
  readonly kind: "field" | "value";
}

interface KeyLine {
  readonly indent: number;
  readonly key: string;
  /** Does an item of a list begin here? */
  readonly isItem: boolean;
}

const KEY = /^(\s*)((?:- +)*)([A-Za-z][\w.-]*)?(:?)/;
const VALUE = /^\s*(?:- +)*([A-Za-z][\w.-]*):\s+([A-Za-z_]*)$/;
const TYPING_KEY = /^\s*(?:- +)*[A-Za-z]*$/;

/** What the shape of an object knows for the place before a column: names of fields that are not there yet, or the values of one. Null = nothing. */
export function completionsAt(lines: readonly string[], line: number, column: number, shape: Shape): Completions | null {
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

function valuesOf(shape: Shape | null, from: number): Completions | null {
  const values = shape?.type === "true or false" ? ["true", "false"] : shape?.type === "a text" ? (shape.values ?? []) : [];
  return values.length === 0 ? null : { from, options: values.map((text) => ({ text, is: shape?.type ?? "", kind: "value" })) };
}

/** The fields above a place, outermost first. */
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

/** What stands under a path; an item of a list is as the list says. */
function shapeOf(path: readonly string[], shape: Shape | null): Shape | null {
  const item = shape?.type === "a list" ? shape.of : shape;
  const [field, ...rest] = path;
  if (field === undefined || item === null) return item;
  if (item.type === "pairs") return shapeOf(rest, item.of);
  if (item.type !== "an object" || !Object.hasOwn(item.fields, field)) return null;
  return shapeOf(rest, item.fields[field] ?? null);
}

/** The fields that stand beside a place already. */
function siblings(lines: readonly string[], line: number, indent: number): ReadonlySet<string> {
  const there = new Set<string>();
  const look = (at: number, step: 1 | -1): void => {
    const beside = keyLine(lines[at] ?? "");
    const isBlank = (lines[at] ?? "").trim() === "";
    if (at < 0 || at >= lines.length || (!isBlank && beside.indent < indent)) return;
    // Downwards the next item begins another object; upwards the first line of this one still belongs to it.
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
