import type { GroupNote } from "@/lib/client/group-text";
import type { DocumentEdit } from "@/lib/domain/new-group/probe";
import type { DocumentPath } from "@/lib/domain/preview/finding";

/** A group as the fields of the form see it: what its text says, what is said of that, and how to change it. */
export interface GroupForm {
  readonly value: unknown;
  readonly notes: readonly GroupNote[];
  /** Writes values into the text, one after the other. False where the text says something there that a field cannot change. */
  edit(...edits: readonly DocumentEdit[]): boolean;
}

/** What is said of a place and of all within it. */
export function notesAt(notes: readonly GroupNote[], path: DocumentPath): readonly GroupNote[] {
  return notes.filter((note) => path.every((part, at) => note.path[at] === part));
}

/** What stands in a text, as a field shows it; null where a field cannot. */
export function shownValue(value: unknown): string | null {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? null : String(value);
}
