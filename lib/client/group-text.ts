import { objectAdvice } from "@/lib/domain/edit/object-advice";
import { NEWER_LOCALITY_LABEL } from "@/lib/domain/localities/locality";
import { groupAdvice, MAX_LABEL_VALUE_LENGTH } from "@/lib/domain/new-group/group-advice";
import { brokenRules, policyViolationCode } from "@/lib/domain/platform-policy/broken-rules";
import type { PlatformPolicies } from "@/lib/domain/platform-policy/policies";
import { validateDocument } from "@/lib/domain/preview/document-findings";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { isLabelValue } from "@/lib/domain/preview/names";
import { asText, fieldValue } from "@/lib/domain/preview/values";
import { findingWords } from "@/lib/format/finding-words";
import { brokenRuleWords } from "@/lib/format/guard-rails-words";
import { adviceWords } from "@/lib/format/new-group/advice-words";
import { textFaultWords } from "@/lib/format/new-group/field-words";
import { editYaml, readYaml } from "./yaml-text";

/** What is said of a place of a group: at its field, and at its line (from 1). */
export interface GroupNote {
  readonly path: DocumentPath;
  readonly line: number;
  readonly level: "refuses" | "warns" | "informs";
  /** The kind of fault, such as "port-range". */
  readonly code: string;
  readonly text: string;
}

/** A text that was read as a group. `problem`: why it could not be; the value is then undefined. */
export interface ReadGroup {
  readonly value: unknown;
  readonly problem: { readonly line: number; readonly code: string; readonly text: string } | null;
  readonly notes: readonly GroupNote[];
}

/**
 * Reads the text of a group: what it says, and what would be refused or go wrong, as far as it can be told without asking anybody. `rails`: the
 * platform team's rules; null = there are none, or they are not known.
 */
export function readGroup(text: string, namespace: string, rails: PlatformPolicies | null): ReadGroup {
  const read = readYaml(text);
  if ("code" in read) return { value: undefined, problem: { line: read.line, code: read.code, text: textFaultWords(read) }, notes: [] };
  const { document, lineOf } = read;
  const value: unknown = document.toJS();
  const kind = asText(fieldValue(value, "kind"));
  if (kind !== "WorkloadGroup") {
    return { value: undefined, problem: { line: lineOf(["kind"]), code: "kind", text: textFaultWords({ code: "kind", kind }) }, notes: [] };
  }
  const broken = rails === null ? [] : brokenRules(rails, { kind, namespace, isNew: true, body: value });
  const found = [
    ...validateDocument("WorkloadGroup", value, namespace).map((one) => ({ ...one, text: findingWords(one) })),
    ...broken.map((rule) => ({ path: rule.path, level: "refuses" as const, code: policyViolationCode(rule), text: brokenRuleWords(rule) })),
  ];
  const said = new Set(found.map(({ path }) => JSON.stringify(path)));
  const advice = [...groupAdvice(value, namespace), ...objectAdvice("WorkloadGroup", value)].filter(({ path }) => !said.has(JSON.stringify(path)));
  const notes = [...found, ...advice.map((one) => ({ ...one, text: adviceWords(one) }))];
  const told = notes.map(({ path, level, code, text: words }) => ({ path, level, code, text: words, line: lineOf(path) }));
  return { value, problem: null, notes: told.sort((a, b) => a.line - b.line).slice(0, 100) };
}

/** The text with another name of the group. What was named after it follows: the account that is made for it, and its label app. */
export function renameGroup(text: string, value: unknown, name: string): string | null {
  const spec = fieldValue(value, "spec");
  const old = asText(fieldValue(fieldValue(value, "metadata"), "name"));
  const account = fieldValue(fieldValue(spec, "template"), "serviceAccount");
  const app = fieldValue(fieldValue(fieldValue(spec, "metadata"), "labels"), "app");
  const edits: (readonly [DocumentPath, string])[] = [[["metadata", "name"], name]];
  if (account === "" || account === accountOf(old)) edits.push([["spec", "template", "serviceAccount"], accountOf(name)]);
  if (app === "" || app === old) edits.push([["spec", "metadata", "labels", "app"], name.slice(0, MAX_LABEL_VALUE_LENGTH)]);
  return edits.reduce<string | null>((edited, [path, one]) => (edited === null ? null : editYaml(edited, path, one)), text);
}

/**
 * The text with another locality of the group, also as a label. A machine that reports no locality overwrites that of the template with nothing, and the
 * label remains (docs/istio.md#registered-locality). A label with another value is kept.
 */
export function placeGroup(text: string, value: unknown, locality: string): string | null {
  const spec = fieldValue(value, "spec");
  const [old, label] = [
    fieldValue(fieldValue(spec, "template"), "locality"),
    fieldValue(fieldValue(fieldValue(spec, "metadata"), "labels"), NEWER_LOCALITY_LABEL),
  ];
  const placed = editYaml(text, ["spec", "template", "locality"], locality === "" ? undefined : locality);
  const isOwn = label === undefined || label === localityLabel(asText(old));
  return placed === null || !isOwn ? placed : editYaml(placed, ["spec", "metadata", "labels", NEWER_LOCALITY_LABEL], localityLabel(locality) ?? undefined);
}

/** The value of the label for a locality; null = no value means the same, because a dot divides parts in it. */
function localityLabel(locality: string): string | null {
  const value = locality.replaceAll("/", ".");
  return locality === "" || locality.includes(".") || !isLabelValue(value) ? null : value;
}

/** What the account of a group is called, unless somebody says otherwise. */
function accountOf(group: string): string {
  return group === "" ? "" : `${group.slice(0, 250)}-vm`;
}
