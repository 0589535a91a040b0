/**
 * Text of strangers as every database, page and address can hold it: NUL, which PostgreSQL refuses and SQLite's binding ends a text at, and
 * halves of surrogate pairs, which UTF-8 has no bytes for, become U+FFFD. Everything else stays.
 */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
}

/** The beginning of a text, at most so many UTF-16 units long; a surrogate pair is never cut in two. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(most - 1)) ? most - 1 : most);
}

/** The same with "…" at the end of what was cut, within the same length. */
export function clippedText(text: string, most: number): string {
  return text.length > most ? `${cutText(text, most - 1)}…` : text;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
