/** Lines as one, for a place that has a single one (a title, a row of a table): "a; b". */
export function oneLine(lines: string | readonly string[]): string {
  return (typeof lines === "string" ? lines.split("\n") : lines).filter((line) => line !== "").join("; ");
}
