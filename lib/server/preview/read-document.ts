import { isMap, isScalar, isSeq, LineCounter, type Node, type ParsedNode, parseAllDocuments } from "yaml";
import type { Path } from "@/lib/domain/preview/finding";

/** A document that was read: its value, and the line (from 1) on which a place of it stands. */
export interface ReadDocument {
  readonly value: unknown;
  lineOf(path: Path): number;
}

/** What YAML itself refuses, at its line (from 1). */
export interface Unparsed {
  readonly line: number;
  readonly code: "syntax" | "several" | "empty";
  /** What the parser says, in one line; "" for what is no fault of syntax. */
  readonly detail: string;
}

/** Reads one YAML document. `uniqueKeys` and aliases are those of the API server's clients: a key twice is a fault, an alias is followed, a hundred at most. */
export function readDocument(text: string): ReadDocument | Unparsed {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, strict: true, uniqueKeys: true, version: "1.2", schema: "core" });
  const given = Array.isArray(documents) ? documents.filter((one) => one.contents !== null || one.errors.length > 0) : [];
  const [document, second] = given;
  if (document === undefined) return { line: 1, code: "empty", detail: "" };
  const [error] = document.errors;
  if (error !== undefined)
    return { line: lines.linePos(error.pos[0]).line, code: "syntax", detail: error.message.split("\n")[0]?.replace(/ at line \d+.*$/, "") ?? "" };
  if (second !== undefined) return { line: lines.linePos(second.range[0]).line, code: "several", detail: "" };
  const value = followed(() => document.toJS({ maxAliasCount: 100 }));
  if (value === undefined) return { line: 1, code: "syntax", detail: "Its aliases stand for too much." };
  return { value, lineOf: (path) => lines.linePos(startOf(document.contents, path)).line };
}

/** Of an alias that stands for too much, or for something above it, undefined. */
function followed(read: () => unknown): unknown {
  try {
    const value: unknown = read();
    // What holds itself is no JSON, and no object of Kubernetes.
    return JSON.stringify(value) === undefined ? undefined : value;
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Where the deepest part of a path begins that is there: at its key where it has one. */
function startOf(contents: ParsedNode | null, path: Path): number {
  let node: Node | null = contents;
  let start = contents?.range[0] ?? 0;
  for (const part of path) {
    const found = childOf(node, part);
    if (found === null) break;
    start = found.start;
    node = found.node;
  }
  return start;
}

function childOf(node: Node | null, part: string | number): { readonly node: Node | null; readonly start: number } | null {
  if (isSeq(node) && typeof part === "number") {
    const item = node.items[part] as Node | undefined;
    return item === undefined ? null : { node: item, start: item.range?.[0] ?? 0 };
  }
  if (!isMap(node)) return null;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
  if (pair === undefined || !isScalar(pair.key)) return null;
  return { node: (pair.value ?? null) as Node | null, start: pair.key.range?.[0] ?? 0 };
}
