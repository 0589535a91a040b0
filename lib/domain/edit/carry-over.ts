import type { Path } from "@/lib/domain/preview/finding";
import { valueAt } from "@/lib/domain/preview/values";
import { type FieldChange, fieldChanges, isSameValue } from "./field-changes";

/** The same place (or one within the other) changed by both, to something else. */
export interface Clash {
  readonly path: Path;
  /** What each side says there; undefined = nothing. */
  readonly theirs: unknown;
  readonly mine: unknown;
}

/** What somebody else changed meanwhile that an edit can take over as it is, and what both changed: there the edit stays as it was typed. */
export interface CarryOver {
  readonly taken: readonly FieldChange[];
  readonly clashes: readonly Clash[];
}

/** Brings an edit of `base` onto what the object says now. */
export function carryOver(base: unknown, theirs: unknown, mine: unknown): CarryOver {
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
