import { fieldOf, itemsOf, typeOf } from "@/lib/domain/preview/values";

/** One header that a probe sends. */
export interface ProbeHeader {
  readonly name: string;
  readonly value: string;
}

/** The headers of a probe as lines, `name: value`; null where one of them has another shape, which lines cannot show. */
export function headerLines(headers: unknown): string | null {
  if (headers !== undefined && headers !== null && !Array.isArray(headers)) return null;
  const read = itemsOf(headers).map((header) => [fieldOf(header, "name") ?? "", fieldOf(header, "value") ?? ""] as const);
  const areLines = itemsOf(headers).every((header) => typeOf(header) === "an object") && read.flat().every(isLine);
  return areLines ? read.map(([name, value]) => `${name}: ${value}`).join("\n") : null;
}

/** The headers that lines say; a line without a colon is a name without a value. Empty lines are none. */
export function headersOf(lines: string): readonly ProbeHeader[] {
  return lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const colon = line.includes(":") ? line.indexOf(":") : line.length;
      return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
    });
}

function isLine(value: unknown): boolean {
  return typeof value === "string" && !value.includes("\n");
}
