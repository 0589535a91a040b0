/**
 * Characters that are not seen but change what is: controls, format characters (direction, joiners, marks of byte order), separators of lines,
 * halves of surrogate pairs and blank letters of Hangul. They come from objects that strangers write.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115F\u1160\u3164\uFFA0]/u;
const HIDDEN_ALL = new RegExp(HIDDEN, "gu");
const HIDDEN_BUT_LINES = new RegExp(`(?![\\n\\t])${HIDDEN.source}`, "gu");

/** A text as it is shown, written to a file or copied: what cannot be seen stands as ‹U+202E›. The text itself stays what filters, links and identities use. */
export function shownText(text: string): string {
  return HIDDEN.test(text) ? text.replace(HIDDEN_ALL, visible) : text;
}

/** The same for a text of several lines: their ends, and tabs, stay. */
export function shownLines(text: string): string {
  return HIDDEN.test(text) ? text.replace(HIDDEN_BUT_LINES, visible) : text;
}

function visible(hidden: string): string {
  return `‹U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`;
}
