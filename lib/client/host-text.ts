import { objectAdvice } from "@/lib/domain/edit/object-advice";
import { validateDocument } from "@/lib/domain/preview/document-findings";
import { asText, fieldValue } from "@/lib/domain/preview/values";
import { findingWords } from "@/lib/format/finding-words";
import { adviceWords } from "@/lib/format/new-group/advice-words";
import { textFaultWords } from "@/lib/format/new-group/field-words";
import { otherKindWords } from "@/lib/format/new-group/reach-words";
import type { ReadGroup } from "./group-text";
import { readYaml } from "./yaml-text";

/** The kinds of objects by which callers reach machines. */
export type HostKind = "Service" | "ServiceEntry";

/** Reads the text of a new Service or ServiceEntry as that of a group is read: what it says, and what would be refused, as far as it can be told without asking anybody. */
export function readHost(text: string, kind: HostKind, namespace: string): ReadGroup {
  const read = readYaml(text);
  if ("code" in read) return { value: undefined, problem: { line: read.line, code: read.code, text: textFaultWords(read) }, notes: [] };
  const { document, lineOf } = read;
  const value: unknown = document.toJS();
  const written = asText(fieldValue(value, "kind"));
  if (written !== kind) {
    return { value: undefined, problem: { line: lineOf(["kind"]), code: "kind", text: otherKindWords({ written, wanted: kind }) }, notes: [] };
  }
  const found = validateDocument(kind, value, namespace).map((one) => ({ path: one.path, level: one.level, code: one.code, text: findingWords(one) }));
  const said = new Set(found.map(({ path }) => JSON.stringify(path)));
  const advice = objectAdvice(kind, value).filter(({ path }) => !said.has(JSON.stringify(path)));
  const all = [...found, ...advice.map((one) => ({ path: one.path, level: one.level, code: one.code, text: adviceWords(one) }))];
  const notes = all.map((one) => ({ ...one, line: lineOf(one.path) }));
  return { value, problem: null, notes: notes.sort((a, b) => a.line - b.line).slice(0, 100) };
}
