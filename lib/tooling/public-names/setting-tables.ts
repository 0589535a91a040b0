import { SETTING_GROUPS, type Setting } from "@/lib/server/settings";

/** The document whose tables of settings are written from the list. */
export const SETTINGS_DOCUMENT = "docs/settings.md";
const HEAD = ["setting", "default", "meaning"];

/** Returns the document with the table of each group between its two markers. Throws if a marker is missing. */
export function withSettingTables(document: string): string {
  return Object.entries(SETTING_GROUPS).reduce((text, [heading, group]) => {
    const [begin, end] = [`<!-- settings: ${heading}, written by public-names.mjs -->\n`, "\n<!-- end of settings -->"];
    const from = text.indexOf(begin);
    const to = text.indexOf(end, from);
    if (from === -1 || to === -1) throw new Error(`${SETTINGS_DOCUMENT} has no place for a table: ${begin.trim()} …${end}`);
    return `${text.slice(0, from + begin.length)}\n${tableText(group)}\n${text.slice(to)}`;
  }, document);
}

/** A table whose columns are aligned as the formatter of the repository aligns them. */
function tableText(group: Readonly<Record<string, Setting>>): string {
  const rows = [HEAD, ...Object.entries(group).map(([name, setting]) => [`\`${name}\``, defaultText(setting), setting.about])];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], filler = " ") => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(" | ")} |`;
  const [head = HEAD, ...body] = rows;
  return [line(head), line(["", "", ""], "-"), ...body.map((row) => line(row))].join("\n");
}

function defaultText({ otherwise = "", default: text = "" }: Setting): string {
  return otherwise === "" && text !== "" ? `\`${text}\`` : otherwise;
}
