import { parse, stringify } from "yaml";
import { clusterWrittenPaths, editableFields } from "@/lib/domain/edit/editable";
import { formatFieldPath } from "@/lib/domain/edit/field-changes";
import { objectAdvice } from "@/lib/domain/edit/object-advice";
import { groupAdvice } from "@/lib/domain/new-group/group-advice";
import { validateDocument } from "@/lib/domain/preview/document-findings";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { EDITABLE_KIND_BY_RESOURCE } from "@/lib/domain/preview/kind-shapes";
import { asText, fieldValue } from "@/lib/domain/preview/values";
import { lockedWords, otherObjectWords } from "@/lib/format/edit/edit-words";
import { findingWords } from "@/lib/format/finding-words";
import { adviceWords } from "@/lib/format/new-group/advice-words";
import { textFaultWords } from "@/lib/format/new-group/field-words";
import type { EditedObject } from "./edit-drafts";
import type { GroupNote, ReadGroup } from "./group-text";
import { readYaml } from "./yaml-text";

/** What can be edited of an object as it is stored, as YAML. */
export function editableText(stored: string): string {
  return stringify(editableFields(parse(stored)), { lineWidth: 0 });
}

/** Reads an edit of an object: what it says, and what would be refused or go wrong, as far as it can be told without asking anybody. */
export function readEdited(text: string, object: Omit<EditedObject, "cluster">): ReadGroup {
  const read = readYaml(text);
  if ("code" in read) return { value: undefined, problem: { line: read.line, code: read.code, text: textFaultWords(read) }, notes: [] };
  const value: unknown = read.document.toJS();
  const own = [
    ...otherObject(value, object),
    ...clusterWrittenPaths(value).map((path) => refused(path, "locked-field", lockedWords({ field: formatFieldPath(path) }))),
  ];
  const notes = [...own, ...predicted(value, object)].map((note) => ({ ...note, line: read.lineOf(note.path) }));
  const isOwn = (path: DocumentPath) => own.some((note) => note.path.join() === path.join());
  const told = notes.filter(({ path }, at) => at < own.length || !isOwn(path));
  return { value, problem: null, notes: told.sort((a, b) => a.line - b.line).slice(0, 100) };
}

type PlacelessNote = Omit<GroupNote, "line">;

/** What the text says of which object it is has to stay. */
function otherObject(value: unknown, { resource, namespace, name }: Omit<EditedObject, "cluster">): readonly PlacelessNote[] {
  const metadata = fieldValue(value, "metadata");
  const wanted: readonly (readonly [DocumentPath, unknown, string])[] = [
    [["kind"], fieldValue(value, "kind"), EDITABLE_KIND_BY_RESOURCE[resource]],
    [["metadata", "name"], fieldValue(metadata, "name"), name],
    [["metadata", "namespace"], fieldValue(metadata, "namespace") ?? namespace, namespace],
  ];
  return wanted.flatMap(([path, written, only]) =>
    written === only ? [] : [refused(path, "other-object", otherObjectWords({ field: formatFieldPath(path), wanted: only, written: asText(written) }))],
  );
}

function predicted(value: unknown, { resource, namespace }: Omit<EditedObject, "cluster">): readonly PlacelessNote[] {
  const kind = EDITABLE_KIND_BY_RESOURCE[resource];
  const found = validateDocument(kind, value, namespace).map((one) => ({ path: one.path, level: one.level, code: one.code, text: findingWords(one) }));
  const said = new Set(found.map(({ path }) => JSON.stringify(path)));
  const ofGroup = kind === "WorkloadGroup" ? groupAdvice(value, namespace) : [];
  const advice = [...ofGroup, ...objectAdvice(kind, value)].filter(({ path }) => !said.has(JSON.stringify(path)));
  return [...found, ...advice.map((one) => ({ path: one.path, level: one.level, code: one.code, text: adviceWords(one) }))];
}

function refused(path: DocumentPath, code: string, text: string): PlacelessNote {
  return { path, level: "refuses", code, text };
}
