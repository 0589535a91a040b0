import type { Path } from "@/lib/domain/preview/finding";
import { asFields, fieldValue, valueAt, yamlTypeOf } from "@/lib/domain/preview/values";

/** One place of an object that is another one: its new value, undefined = nothing stands there any more. A list is one value. */
export interface FieldChange {
  readonly path: Path;
  readonly value: unknown;
}

/** What differs between two objects, down to the deepest map that both have. A null is the same as nothing. */
export function fieldChanges(before: unknown, after: unknown, path: Path = []): readonly FieldChange[] {
  if (isMap(before) && isMap(after)) {
    const keys = new Set([...Object.keys(asFields(before)), ...Object.keys(asFields(after))]);
    return [...keys].flatMap((key) => fieldChanges(fieldValue(before, key) ?? undefined, fieldValue(after, key) ?? undefined, [...path, key]));
  }
  return isSameValue(before, after) ? [] : [{ path, value: after }];
}

/** Do two values say the same, whatever the order of their keys? */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, at) => isSameValue(one, b[at]));
  if (isMap(a)) return isMap(b) && fieldChanges(a, b).length === 0;
  return Object.is(a, b);
}

/** A place as a person writes it: `spec.template.labels[app.kubernetes.io/name]`. */
export function fieldName(path: Path): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === "number" || !/^[A-Za-z]\w*$/.test(part)) return `${name}[${part}]`;
    return name === "" ? part : `${name}.${part}`;
  }, "");
}

function isMap(value: unknown): boolean {
  return yamlTypeOf(value) === "an object" && value !== undefined;
}

/** The same place (or one within the other) changed by both, to something else. */
export interface EditConflict {
  readonly path: Path;
  /** What each side says there; undefined = nothing. */
  readonly theirs: unknown;
  readonly mine: unknown;
}

/** What somebody else changed meanwhile that an edit can take over as it is, and what both changed: there the edit stays as it was typed. */
export interface RebasedEdit {
  readonly taken: readonly FieldChange[];
  readonly clashes: readonly EditConflict[];
}

/** Brings an edit of `base` onto what the object says now. */
export function rebaseEdit(base: unknown, theirs: unknown, mine: unknown): RebasedEdit {
  const edits = fieldChanges(base, mine);
  const others = fieldChanges(base, theirs).map((change) => ({ change, edit: edits.find(({ path }) => areRelated(path, change.path)) }));
  return {
    taken: others.filter(({ edit }) => edit === undefined).map(({ change }) => change),
    clashes: others.flatMap(({ change, edit }) => {
      if (edit === undefined || (edit.path.length === change.path.length && isSameValue(edit.value, change.value))) return [];
      const path = change.path.length < edit.path.length ? change.path : edit.path;
      return [{ path, theirs: valueAt(theirs, path), mine: valueAt(mine, path) }];
    }),
  };
}

function areRelated(a: Path, b: Path): boolean {
  return a.slice(0, b.length).every((part, at) => part === b[at]);
}
