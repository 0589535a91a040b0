import type { DocumentPath } from "@/lib/domain/preview/finding";
import { asUntypedObject, fieldValue, valueAt, yamlTypeOf } from "@/lib/domain/preview/values";

/** A changed path of an object with its new value. Undefined = the path was removed. A list counts as one value. */
export interface DocumentChange {
  readonly path: DocumentPath;
  readonly value: unknown;
}

/** Returns the differences between two objects, down to the paths where both have maps. A null is equal to a missing field. */
export function documentChanges(before: unknown, after: unknown, path: DocumentPath = []): readonly DocumentChange[] {
  if (isMap(before) && isMap(after)) {
    const keys = new Set([...Object.keys(asUntypedObject(before)), ...Object.keys(asUntypedObject(after))]);
    return [...keys].flatMap((key) => documentChanges(fieldValue(before, key) ?? undefined, fieldValue(after, key) ?? undefined, [...path, key]));
  }
  return isSameValue(before, after) ? [] : [{ path, value: after }];
}

/** Returns true if two values are equal, whatever the order of their keys. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, at) => isSameValue(one, b[at]));
  if (isMap(a)) return isMap(b) && documentChanges(a, b).length === 0;
  return Object.is(a, b);
}

/** Formats a path for users: `spec.template.labels[app.kubernetes.io/name]`. */
export function formatFieldPath(path: DocumentPath): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === "number" || !/^[A-Za-z]\w*$/.test(part)) return `${name}[${part}]`;
    return name === "" ? part : `${name}.${part}`;
  }, "");
}

function isMap(value: unknown): boolean {
  return yamlTypeOf(value) === "an object" && value !== undefined;
}

/** A path that both sides changed to different values. One changed path may be inside the other. */
export interface EditConflict {
  readonly path: DocumentPath;
  /** The value on each side. Undefined = the side has no value. */
  readonly theirs: unknown;
  readonly mine: unknown;
}

/**
 * The changes of others that an edit can include unchanged (`taken`), and the paths that both sides changed (`clashes`). For these the edit keeps its
 * own value.
 */
export interface ThreeWayDiff {
  readonly taken: readonly DocumentChange[];
  readonly clashes: readonly EditConflict[];
}

/** Applies an edit of `base` (`mine`) to the current object (`theirs`). */
export function threeWayDiff(base: unknown, theirs: unknown, mine: unknown): ThreeWayDiff {
  const edits = documentChanges(base, mine);
  const others = documentChanges(base, theirs).map((change) => ({ change, edit: edits.find(({ path }) => areRelated(path, change.path)) }));
  return {
    taken: others.filter(({ edit }) => edit === undefined).map(({ change }) => change),
    clashes: others.flatMap(({ change, edit }) => {
      if (edit === undefined || (edit.path.length === change.path.length && isSameValue(edit.value, change.value))) return [];
      const path = change.path.length < edit.path.length ? change.path : edit.path;
      return [{ path, theirs: valueAt(theirs, path), mine: valueAt(mine, path) }];
    }),
  };
}

function areRelated(a: DocumentPath, b: DocumentPath): boolean {
  return a.slice(0, b.length).every((part, at) => part === b[at]);
}
