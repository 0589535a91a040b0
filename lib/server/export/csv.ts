/** What may stand in a cell. */
export type Cell = string | number | boolean | null;

/**
 * A spreadsheet takes a text for a formula by its first sign, whatever blanks, line breaks, byte order marks or characters without a width
 * stand before it, and in East Asian settings by the full-width one as well. A tab or a carriage return in front may split the cell.
 */
const LIKE_A_FORMULA = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}\p{Z}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** One line of a CSV file (RFC 4180), with its end. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const text = typeof cell === "string" && LIKE_A_FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
