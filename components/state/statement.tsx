import type { ReactNode } from "react";
import { type Statement, type StatementValue, statementValues } from "@/lib/domain/statements/statement";

/**
 * Returns `data-*` attributes with the typed values of a statement, for tests: `data-statement` is its kind, `data-FIELD` each known value. Lists are
 * joined by spaces, which no Kubernetes name contains. A reason is its code. An unknown value has no attribute. `data-past` is true if the page is
 * not live.
 */
export function statementAttributes(statement: Statement, tense?: { readonly past: boolean }): Readonly<Record<`data-${string}`, string>> {
  const attributes: Record<`data-${string}`, string> = { "data-statement": statement.kind };
  if (tense !== undefined) attributes["data-past"] = String(tense.past);
  for (const [field, value] of statementValues(statement)) {
    if (value !== null && value !== undefined) attributes[`data-${kebabCase(field)}`] = textOf(value);
  }
  return attributes;
}

/** A sentence with the typed values of its statement as `data-*` attributes. */
export function Sentence({ of: statement, className, children }: { readonly of: Statement; readonly className?: string; readonly children: ReactNode }) {
  return (
    <span className={className} {...statementAttributes(statement)}>
      {children}
    </span>
  );
}

function textOf(value: StatementValue): string {
  if (typeof value !== "object" || value === null) return String(value);
  return "code" in value ? value.code : value.join(" ");
}

function kebabCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
