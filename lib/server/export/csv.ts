import { shownText } from "@/lib/format/shown-text";

/** What may stand in a cell. */
export type Cell = string | number | boolean | null;

/**
 * A spreadsheet takes a text for a formula by its first sign, whatever blanks stand before it, and in East Asian settings by the full-width one
 * as well. Line breaks, tabs and characters without a width are no matter: they are written as what they are.
 */
const LIKE_A_FORMULA = /^\p{Z}*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** Where lists are divided by semicolons, as in much of Europe, a spreadsheet begins a cell after each of them, inside of quotes as well. */
const AFTER_SEMICOLON = /(;["\p{Z}]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** What was spelled in front of a text. */
const SPELLED = /^(?:\p{Z}|‹U\+[0-9A-F]+›)+/u;

/** One line of a CSV file (RFC 4180), with its end. What cannot be seen in a text is spelled; what a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const shown = shownText(String(cell));
  const text = typeof cell === "string" ? withoutFormula(shown) : shown;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function withoutFormula(shown: string): string {
  const whole = LIKE_A_FORMULA.test(shown.replace(SPELLED, "")) ? `'${shown}` : shown;
  return whole.replaceAll(AFTER_SEMICOLON, "$1'");
}
