import { Composer, type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type ParsedNode, Parser, visit } from "yaml";
import { MAX_PREVIEW_DEPTH } from "@/lib/contract/answers/preview";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { unquotedIpv6Address } from "@/lib/domain/preview/shape";
import { tooDeepAt } from "@/lib/server/yaml-depth";

/** A document that was read: its value, and the line (from 1) on which a place of it stands. */
export interface ReadDocument {
  readonly value: unknown;
  lineOf(path: DocumentPath): number;
}

/** What YAML itself refuses, at its line (from 1). */
export interface Unparsed {
  readonly line: number;
  readonly code: "syntax" | "unquoted" | "several" | "empty" | "alias" | "deep";
  /** The parser's message in one line. For `unquoted`, the value that needs quotes. "" = no fault of syntax. */
  readonly detail: string;
}

/**
 * Reads one YAML document as the editor in the browser does: a key twice is a fault, and so is an anchor or an alias, by which a short text can stand for
 * an endless one. Takes time by the length of the text alone.
 */
export function readDocument(text: string): ReadDocument | Unparsed {
  const lines = new LineCounter();
  const deepAt = tooDeepAt(text, MAX_PREVIEW_DEPTH);
  const [document, second] = deepAt === null ? firstTwo(text, lines) : [];
  if (deepAt !== null) return { line: text.slice(0, deepAt).split("\n").length, code: "deep", detail: "" };
  if (document === undefined) return { line: 1, code: "empty", detail: "" };
  const fault = document.errors[0] === undefined ? repeatedKey(document) : { at: document.errors[0].pos[0], detail: document.errors[0].message };
  if (fault !== null) return syntaxFault(text, lines.linePos(fault.at).line, fault.detail);
  if (second !== undefined) return { line: lines.linePos(second.range[0]).line, code: "several", detail: "" };
  const aliasAt = firstAlias(document);
  if (aliasAt !== null) return { line: lines.linePos(aliasAt).line, code: "alias", detail: "" };
  return { value: document.toJS(), lineOf: (path) => lines.linePos(startOf(document.contents, path)).line };
}

function syntaxFault(text: string, line: number, detail: string): Unparsed {
  const address = unquotedIpv6Address(text.split("\n")[line - 1] ?? "");
  return address === null ? { line, code: "syntax", detail: detail.split("\n")[0] ?? "" } : { line, code: "unquoted", detail: address };
}

/** The first two documents that are not empty: what follows is not looked at. A separator at the end begins an empty one. */
function firstTwo(text: string, lines: LineCounter): readonly Document.Parsed[] {
  // Each pretty error would copy its line, be it the whole text; and the parser compares each key with each other one.
  const composer = new Composer({ strict: true, uniqueKeys: false, prettyErrors: false, version: "1.2", schema: "core" });
  const given: Document.Parsed[] = [];
  for (const document of composer.compose(new Parser(lines.addNewLine).parse(text))) {
    if (!isEmpty(document) || document.errors.length > 0) given.push(document);
    if (given.length === 2) break;
  }
  return given;
}

function isEmpty({ contents }: Document.Parsed): boolean {
  return contents === null || (isScalar(contents) && contents.value === null && contents.source === "");
}

/** The first key that stands twice in its map. */
function repeatedKey(document: Document.Parsed): { readonly at: number; readonly detail: string } | null {
  let at: number | null = null;
  visit(document, {
    Map: (_key, map) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          at = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return at === null ? null : { at, detail: "Map keys must be unique" };
}

/** The first anchor or alias. */
function firstAlias(document: Document.Parsed): number | null {
  let found: number | null = null;
  visit(document, {
    Node: (_key, node) => {
      if (!isAlias(node) && node.anchor === undefined) return undefined;
      found = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return found;
}

/** Where the deepest part of a path begins that is there: at its key where it has one. */
function startOf(contents: ParsedNode | null, path: DocumentPath): number {
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
