/** A value inside a statement: a number, a name, a code, or a reason with its code. Never text for people. */
export type StatementValue = number | string | boolean | null | readonly string[] | readonly number[] | { readonly code: string };

/**
 * The values of one sentence on a page. `lib/format` turns a statement into text, pages put its values next to the text as `data-*` attributes, and
 * tests compare these values with Kubernetes objects. Times are milliseconds since 1970; null = not known.
 */
export interface Statement {
  /** The kind of statement, such as "fleet-serving". */
  readonly kind: string;
}

/** Returns the values of a statement by field, without its kind. */
export function statementValues(statement: Statement): readonly (readonly [field: string, value: StatementValue])[] {
  return Object.entries(statement).filter(([field]) => field !== "kind");
}
