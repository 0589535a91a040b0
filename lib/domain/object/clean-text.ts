/**
 * Returns text that every database, page and URL can store. NUL becomes U+FFFD, because PostgreSQL rejects it, and SQLite's binding ends a text at
 * it. Halves of surrogate pairs become U+FFFD, because UTF-8 cannot encode them. Other characters stay.
 */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
}

/** Returns the start of a text, at most `most` UTF-16 units. A surrogate pair is never split. */
export function truncateText(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(most - 1)) ? most - 1 : most);
}

/** Returns the start of a text like `truncateText`. A shortened text ends with "…", which counts as part of the length. */
export function truncateTextWithEllipsis(text: string, most: number): string {
  return text.length > most ? `${truncateText(text, most - 1)}…` : text;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
