import { formatNumber } from "./text/numbers";

export function noteEmptyText(): string {
  return "The note is empty. Write what you found or did.";
}

/** `most`: the longest note, in characters. */
export function noteTooLongText({ length, most }: { readonly length: number; readonly most: number }): string {
  return `The note has ${formatNumber(length)} characters; ${formatNumber(most)} are allowed. Shorten it, or link to a document.`;
}

/** `tag`: the first tag of the note. */
export function noteMarkupText({ tag }: { readonly tag: string }): string {
  return `The note contains the HTML tag ${tag}. Write plain text without tags.`;
}

export function notesClosedText(): string {
  return "The incident is over, so its notes do not change. Write it in your post-mortem. A relapse within 10 minutes opens the incident again.";
}

/** `key`: the older incident. */
export function incidentMergedText({ key }: { readonly key: string }): string {
  return `The incident is part of incident ${key} now. Write the note there.`;
}

export function incidentUnknownText(): string {
  return "The history has no such incident. Load the page again.";
}

export function notesHiddenText(): string {
  return "Notes need the right to list entries in every namespace of the incident.";
}

export function notesAbsentText(): string {
  return "The history does not have this incident yet, so it has no notes.";
}

export function noNotesText(): string {
  return "No notes yet.";
}

/** An incident of services without machines. */
export function noNoteGroupText(): string {
  return "Notes need the right to update a group of the incident, and it has none.";
}

export function noteGroupText({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `The group ${namespace}/${name} is not part of the incident. Load the page again.`;
}

/** `isFirst`: the note was never edited. */
export function noteUndoText({ isFirst }: { readonly isFirst: boolean }): string {
  return isFirst ? "This removes the note." : "The text before the last edit returns.";
}

export function noteUnknownText(): string {
  return "The incident has no such note any more. Load the page again.";
}

export function noteChangedText(): string {
  return "Another user changed the note since this page showed it. Load the page again, then repeat your change.";
}

/** `most`: the number of edits that one incident can have. */
export function notesFullText({ most }: { readonly most: number }): string {
  return `The incident has ${formatNumber(most)} edits of notes already. Undo old notes, or write further ones in a document.`;
}

export function notesOffText(): string {
  return "The history is off, so Stolos cannot store notes. Set STOLOS_HISTORY=on, or write the note elsewhere.";
}
