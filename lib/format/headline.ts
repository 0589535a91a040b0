import type { Statement } from "@/lib/domain/statements/statement";
import type { Tone } from "@/lib/domain/verdict/freshness";

/** The number that begins a page and the text after it: "905" and "of 924 expected machines serve." */
export interface Headline {
  readonly strong: string;
  readonly rest: string;
}

/** A part of a page's second line with its tone and the statement that it is made of; null = no tone. */
export interface LinePart {
  readonly text: string;
  readonly tone: Tone | null;
  readonly statement?: Statement;
  /** The page with the rows that it counts. */
  readonly href?: string;
}

/** The parts of a line: `textOf` turns each statement into text. */
export function lineParts<Part extends Statement & { readonly tone: Tone | null }>(
  statements: readonly Part[],
  textOf: (statement: Part) => string,
): readonly LinePart[] {
  return statements.map((statement) => ({ text: textOf(statement), tone: statement.tone, statement }));
}
