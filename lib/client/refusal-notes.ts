import { type FieldError, remainingFieldErrors } from "@/lib/domain/edit/field-errors";
import { fieldCauseWords } from "@/lib/format/field-cause-words";
import type { GroupNote, ReadGroup } from "./group-text";
import { readYaml } from "./yaml-text";

/** A text that was sent, and which of its fields were refused. */
export interface RefusedText {
  readonly text: string;
  readonly causes: readonly FieldError[];
}

/** What was refused of a text that was sent, at the fields and lines of the text as it is now: a field that was changed since is no longer marked. */
export function refusalNotes({ text: sent, causes }: RefusedText, text: string): readonly GroupNote[] {
  const [before, now] = [readYaml(sent), readYaml(text)];
  if ("code" in before || "code" in now) return [];
  const standing = remainingFieldErrors(before.document.toJS(), now.document.toJS(), causes);
  return standing.map((cause) => ({
    path: cause.path,
    line: now.lineOf(cause.path),
    level: "refuses",
    code: cause.code ?? "refused",
    text: fieldCauseWords(cause),
  }));
}

/** What a text says, with what was refused of it. At a field that was refused the server's words stand in the place of what was predicted. */
export function withRefusal(read: ReadGroup, refused: readonly GroupNote[]): ReadGroup {
  if (refused.length === 0 || read.problem !== null) return read;
  const answered = new Set(refused.map(({ path }) => JSON.stringify(path)));
  const predicted = read.notes.filter(({ path, level }) => level !== "refuses" || !answered.has(JSON.stringify(path)));
  return { ...read, notes: [...refused, ...predicted].sort((a, b) => a.line - b.line) };
}
