import type { ReactNode } from "react";
import { type Statement, type StatementValue, statementValues } from "@/lib/domain/statements/statement";

/**
 * The attributes of an element whose text is one statement: `data-statement` has the kind, `data-FIELD` each known value. Names in a list are divided
 * by spaces, because no Kubernetes name has one; of a reason there is the code. A value that is not known has no attribute. `data-past` is true if the page is not live.
 */
export function statementAttributes(statement: Statement, tense?: { readonly past: boolean }): Readonly<Record<`data-${string}`, string>> {
  const attributes: Record<`data-${string}`, string> = { "data-statement": statement.kind };
  if (tense !== undefined) attributes["data-past"] = String(tense.past);
  for (const [field, value] of statementValues(statement)) {
    if (value !== null && value !== undefined) attributes[`data-${kebabCase(field)}`] = textOf(value);
  }
  return attributes;
}

/** A sentence inside a page, with its values next to it. */
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
