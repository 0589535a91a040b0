import { type Document, isAlias, isCollection, isMap, isScalar, LineCounter, type ParsedNode, parseAllDocuments, visit } from "yaml";
import { LONGEST_DOCUMENT } from "@/lib/contract/preview";
import { LONGEST_LABEL } from "@/lib/domain/new-group/entry-names";
import { groupAdvice } from "@/lib/domain/new-group/group-advice";
import { documentFindings } from "@/lib/domain/preview/document-findings";
import type { Path } from "@/lib/domain/preview/finding";
import { fieldOf, textOf } from "@/lib/domain/preview/values";
import { findingWords } from "@/lib/format/finding-words";
import { adviceWords } from "@/lib/format/new-group/advice-words";
import { type TextFault, textFaultWords } from "@/lib/format/new-group/field-words";

/** What is said of a place of a group: at its field, and at its line (from 1). */
export interface GroupNote {
  readonly path: Path;
  readonly line: number;
  readonly level: "refuses" | "warns";
  readonly text: string;
}

/** A text that was read as a group. `problem`: why it could not be; the value is then undefined. */
export interface ReadGroup {
  readonly value: unknown;
  readonly problem: { readonly line: number; readonly text: string } | null;
  readonly notes: readonly GroupNote[];
}

/** Reads the text of a group: what it says, and what would be refused or go wrong, as far as it can be told without asking anybody. */
export function readGroup(text: string, namespace: string): ReadGroup {
  const read = parsed(text);
  if ("code" in read) return { value: undefined, problem: { line: read.line, text: textFaultWords(read) }, notes: [] };
  const { document, lines } = read;
  const value: unknown = document.toJS();
  const kind = textOf(fieldOf(value, "kind"));
  const lineOf = (path: Path) => lines.linePos(startOf(document, path)).line;
  if (kind !== "WorkloadGroup") {
    return { value: undefined, problem: { line: lineOf(["kind"]), text: textFaultWords({ code: "kind", kind }) }, notes: [] };
  }
  const found = documentFindings("WorkloadGroup", value, namespace).map((one) => ({ ...one, text: findingWords(one) }));
  const said = new Set(found.map(({ path }) => JSON.stringify(path)));
  const advice = groupAdvice(value, namespace).filter(({ path }) => !said.has(JSON.stringify(path)));
  const notes = [...found, ...advice.map((one) => ({ ...one, text: adviceWords(one) }))];
  const told = notes.map(({ path, level, text: words }) => ({ path, level, text: words, line: lineOf(path) }));
  return { value, problem: null, notes: told.sort((a, b) => a.line - b.line).slice(0, 100) };
}

/** The text with another value at a place, undefined = nothing there. Comments, and the order of what else stands there, stay. Null where the text cannot be changed so. */
export function editGroup(text: string, path: Path, value: unknown): string | null {
  const read = parsed(text);
  if ("code" in read) return null;
  const { document } = read;
  if (value === undefined) remove(document, path);
  else if (!place(document, path, value)) return null;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** The text with another name of the group. What was named after it follows: the account that is made for it, and its label app. */
export function renameGroup(text: string, value: unknown, name: string): string | null {
  const spec = fieldOf(value, "spec");
  const old = textOf(fieldOf(fieldOf(value, "metadata"), "name"));
  const account = fieldOf(fieldOf(spec, "template"), "serviceAccount");
  const app = fieldOf(fieldOf(fieldOf(spec, "metadata"), "labels"), "app");
  const edits: (readonly [Path, string])[] = [[["metadata", "name"], name]];
  if (account === "" || account === accountOf(old)) edits.push([["spec", "template", "serviceAccount"], accountOf(name)]);
  if (app === "" || app === old) edits.push([["spec", "metadata", "labels", "app"], name.slice(0, LONGEST_LABEL)]);
  return edits.reduce<string | null>((edited, [path, one]) => (edited === null ? null : editGroup(edited, path, one)), text);
}

/** What the account of a group is called, unless somebody says otherwise. */
function accountOf(group: string): string {
  return group === "" ? "" : `${group.slice(0, 250)}-vm`;
}

interface Parsed {
  readonly document: Document<ParsedNode>;
  readonly lines: LineCounter;
}

type Fault = TextFault & { readonly line: number };

function parsed(text: string): Parsed | Fault {
  if (text.length > LONGEST_DOCUMENT) return { code: "too-long", length: text.length, most: LONGEST_DOCUMENT, line: 1 };
  try {
    return parsedWithin(text);
  } catch (error) {
    // A text of ten thousand open brackets: the parser calls itself for each.
    if (error instanceof RangeError) return { code: "deep", line: 1 };
    throw error;
  }
}

function parsedWithin(text: string): Parsed | Fault {
  const lines = new LineCounter();
  const all = parseAllDocuments<ParsedNode>(text, { lineCounter: lines, strict: true, uniqueKeys: true, version: "1.2", schema: "core" });
  const given = Array.isArray(all) ? all.filter((one) => one.contents !== null || one.errors.length > 0) : [];
  const [document, second] = given;
  const at = (offset: number) => lines.linePos(offset).line;
  if (document === undefined) return { code: "empty", line: 1 };
  const [error] = document.errors;
  if (error !== undefined) return { ...faultOf(error.message, text.split("\n")[at(error.pos[0]) - 1] ?? ""), line: at(error.pos[0]) };
  if (second !== undefined) return { code: "several", line: at(second.range[0]) };
  const alias = firstAlias(document);
  return alias === null ? { document, lines } : { code: "alias", line: at(alias) };
}

function faultOf(message: string, line: string): TextFault {
  if (/::\s*(?:#.*)?$/.test(line)) return { code: "colons" };
  return { code: "syntax", detail: message.split("\n")[0]?.replace(/ at line \d+.*$/, "") ?? "" };
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
function startOf(document: Document<ParsedNode>, path: Path): number {
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
function place(document: Document<ParsedNode>, path: Path, value: unknown): boolean {
  for (let length = 1; length < path.length; length++) {
    const above = document.getIn(path.slice(0, length), true);
    if (above === undefined || isMap(above)) continue;
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
function remove(document: Document<ParsedNode>, path: Path): void {
  if (document.getIn(path, true) === undefined) return;
  document.deleteIn(path);
  const above = path.slice(0, -1);
  const holder: unknown = document.getIn(above, true);
  if (above.length > 1 && isMap(holder) && holder.items.length === 0 && above.at(-1) !== "template") remove(document, above);
}
