import { shownText } from "@/lib/format/shown-text";

/** Returns a Markdown table; "None." without rows. A cell cannot end its row: code is escaped here, text by `markdownText`. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "None.";
  const line = (cells: readonly string[]) => `| ${cells.map(tableCell).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

/** In a table, a bar ends a cell also inside of code. A backslash before it would undo its escape. */
function tableCell(cell: string): string {
  return cell.replace(/`[^`]*`/g, (code) => code.replace(/(\\*)\|/g, "$1$1\\|"));
}

/** Returns a Markdown list. Each item is one line of `markdownText` and `markdownCode`. */
export function markdownList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** Returns a text of strangers as code: a backtick or a line break would end it. */
export function markdownCode(text: string): string {
  return `\`${shownText(text).replaceAll("`", "'").replace(/\s+/g, " ")}\``;
}

/** Returns a text in one line without markup: names in it become no link, heading, list, tag or formula. */
export function markdownText(text: string): string {
  return shownText(text)
    .replace(/\s+/g, " ")
    .replace(/[\\`*_[\]<>|~$&#]/g, (sign) => `\\${sign}`)
    .replace(/^\s*([-+=])/, "\\$1")
    .replace(/^\s*(\d+)([.)])(?=\s|$)/, "$1\\$2");
}
