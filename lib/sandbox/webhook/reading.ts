/** Readers for specs whose schema has been checked before: what is absent reads as empty. */

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function pairsOf(value: unknown): Array<[string, unknown]> {
  return Object.entries(fieldsOf(value));
}

export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
