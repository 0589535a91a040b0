import { type Document, isAlias, isCollection, isMap, isScalar, LineCounter, type ParsedNode, parseAllDocuments, visit } from "yaml";
import { MAX_PREVIEW_DEPTH, MAX_PREVIEW_LENGTH } from "@/lib/contract/answers/preview";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { unquotedIpv6Address } from "@/lib/domain/preview/shape";
import type { TextFault } from "@/lib/format/new-group/field-words";

/** A text that was read as one YAML document. */
export interface ReadYaml {
  readonly document: Document<ParsedNode>;
  /** The line (from 1) on which a place of it stands. */
  lineOf(path: DocumentPath): number;
}

/** Why a text could not be read, and at which line (from 1). */
export type YamlFault = TextFault & { readonly line: number };

/** The text with another value at a place, undefined = nothing there. Comments, and the order of what else stands there, stay. Null where the text cannot be changed so. */
export function editYaml(text: string, path: DocumentPath, value: unknown): string | null {
  const read = readYaml(text);
  if ("code" in read) return null;
  const { document } = read;
  if (value === undefined) remove(document, path);
  else if (!place(document, path, value)) return null;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false, indentSeq: !UNINDENTED_LIST.test(text) });
}

/** A list whose items stand below the key that they belong to, as kubectl writes them: they stay there. */
const UNINDENTED_LIST = /^( *)[^\s#-][^\n]*:[ \t]*\n\1- /m;

/** Reads one document without anchors, of a length that can be sent. */
export function readYaml(text: string): ReadYaml | YamlFault {
  if (text.length > MAX_PREVIEW_LENGTH) return { code: "too-long", length: text.length, most: MAX_PREVIEW_LENGTH, line: 1 };
  try {
    return parsedWithin(text);
  } catch (error) {
    // A text of ten thousand open brackets: the parser calls itself for each.
    if (error instanceof RangeError) return { code: "deep", line: 1 };
    throw error;
  }
}

function parsedWithin(text: string): ReadYaml | YamlFault {
  const lines = new LineCounter();
  const all = parseAllDocuments<ParsedNode>(text, { lineCounter: lines, strict: true, uniqueKeys: true, version: "1.2", schema: "core" });
  const given = Array.isArray(all) ? all.filter((one) => !isEmpty(one) || one.errors.length > 0) : [];
  const [document, second] = given;
  const at = (offset: number) => lines.linePos(offset).line;
  if (document === undefined) return { code: "empty", line: 1 };
  const [error] = document.errors;
  if (error !== undefined) return { ...faultOf(error.message, text.split("\n")[at(error.pos[0]) - 1] ?? ""), line: at(error.pos[0]) };
  if (second !== undefined) return { code: "several", line: at(second.range[0]) };
  const deep = firstTooDeep(document);
  if (deep !== null) return { code: "deep", line: at(deep) };
  const alias = firstAlias(document);
  if (alias !== null) return { code: "alias", line: at(alias) };
  return { document, lineOf: (path) => at(startOf(document, path)) };
}

/** A separator at the end begins an empty document. */
function isEmpty({ contents }: Document.Parsed): boolean {
  return contents === null || (isScalar(contents) && contents.value === null && contents.source === "");
}

function faultOf(message: string, line: string): TextFault {
  const value = unquotedIpv6Address(line) ?? /(\S*::)\s*(?:#.*)?$/.exec(line)?.[1];
  if (value !== undefined) return { code: "colons", value };
  return { code: "syntax", detail: message.split("\n")[0]?.replace(/ at line \d+.*$/, "") ?? "" };
}

/** Where maps and lists stand in more others than in any object. */
function firstTooDeep(document: Document<ParsedNode>): number | null {
  let found: number | null = null;
  visit(document, {
    Collection: (_key, node, path) => {
      if (path.filter(isCollection).length < MAX_PREVIEW_DEPTH) return undefined;
      found = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return found;
}

/** An anchor can make a short text endless: none is followed. */
function firstAlias(document: Document<ParsedNode>): number | null {
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
function startOf(document: Document<ParsedNode>, path: DocumentPath): number {
  let node: unknown = document.contents;
  let start = document.contents?.range[0] ?? 0;
  for (const part of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part)) : undefined;
    const next = pair === undefined ? (isCollection(node) ? node.get(part, true) : undefined) : pair.value;
    const begun = pair === undefined ? (next as ParsedNode | undefined) : (pair.key as ParsedNode);
    if (begun?.range === undefined || begun.range === null) break;
    start = begun.range[0];
    node = next;
  }
  return start;
}

/** Sets a value; what stands above it is made where it is missing or empty. False where something else stands there. */
function place(document: Document<ParsedNode>, path: DocumentPath, value: unknown): boolean {
  for (let length = 1; length < path.length; length++) {
    const above = document.getIn(path.slice(0, length), true);
    if (above === undefined || isCollection(above)) continue;
    if (!(isScalar(above) && above.value === null) && above !== null) return false;
    document.setIn(path.slice(0, length), document.createNode({}));
  }
  // What was empty had to be in quotes; what takes its place is only where it needs them.
  const held: unknown = document.getIn(path, true);
  if (isScalar(held) && held.value === "") held.type = "PLAIN";
  document.setIn(path, value);
  return true;
}

/** Takes a value away, and the maps above it that hold nothing after that. `spec` and what the schema asks for stay. */
function remove(document: Document<ParsedNode>, path: DocumentPath): void {
  if (document.getIn(path, true) === undefined) return;
  document.deleteIn(path);
  const above = path.slice(0, -1);
  const holder: unknown = document.getIn(above, true);
  if (above.length > 1 && isMap(holder) && holder.items.length === 0 && above.at(-1) !== "template") remove(document, above);
}
