/** The values of a query by the fields of its schema. */
export type QueryValues = Readonly<Record<string, string | number | null | undefined | readonly string[]>>;

/** Returns the query string. Equal values give equal strings. */
export function formatQueryValues(asked: QueryValues): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === null || value === undefined) continue;
    for (const one of typeof value === "object" ? value : [String(value)]) params.append(key, one);
  }
  return params.toString();
}
