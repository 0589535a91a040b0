import { FIELDS, TYPED } from "./fields";
import { seenOn, type Walk } from "./walk";

/** How many payloads of each field were seen in each view, as a table in Markdown. */
export function coverageOf(shown: Walk["shown"], names: readonly string[]): string {
  const line = (first: string, cells: readonly (string | number)[]) =>
    `| ${first.padEnd(60)} | ${cells.map((cell) => String(cell).padStart(3)).join(" | ")} |\n`;
  const row = (code: string, name: string) =>
    line(
      `${name}`,
      names.map((view) => seenOn(shown, { names: [view], codes: [code] }).size || ""),
    );
  const rows = FIELDS.map(({ code, kind, name }) => row(code, `${kind}: ${name}`));
  const heading = line(
    "field",
    [...names.keys()].map((at) => at + 1),
  );
  const any = line(
    "any field",
    names.map((view) => seenOn(shown, { names: [view] }).size || ""),
  );
  return `${names.map((name, at) => `${at + 1} = ${name}`).join(", ")}\n${heading}${rows.join("")}${row(TYPED.code, "an address that somebody sends")}${any}`;
}
