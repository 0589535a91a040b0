import type { Statement } from "@/lib/domain/statements/statement";
import type { Tone } from "@/lib/domain/verdict/freshness";

/** The number at the start of a page's headline, and the text after it: "905" and "of 924 expected machines serve." */
export interface Headline {
  readonly strong: string;
  readonly rest: string;
}

/** A part of the line below a headline, with its colour and statement; `tone` null = no colour. */
export interface LinePart {
  readonly text: string;
  readonly tone: Tone | null;
  readonly statement?: Statement;
  /** The page that lists the counted objects. */
  readonly href?: string;
  /** Only for wide screens, where the line is cut instead of wrapped: a part that arrives after the page would move the rest down. */
  readonly isLate?: boolean;
}

/** Returns the parts of a line. `textOf` turns a statement into text. */
export function lineParts<Part extends Statement & { readonly tone: Tone | null }>(
  statements: readonly Part[],
  textOf: (statement: Part) => string,
): readonly LinePart[] {
  return statements.map((statement) => ({ text: textOf(statement), tone: statement.tone, statement }));
}
