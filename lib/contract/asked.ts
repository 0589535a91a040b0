/** What a page asks of a route: the schema's fields as the address spells them. */
export type Asked = Readonly<Record<string, string | number | null | undefined | readonly string[]>>;

/** The query string of what is asked; equal questions give equal strings. */
export function formatAsked(asked: Asked): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === null || value === undefined) continue;
    for (const one of typeof value === "object" ? value : [String(value)]) params.append(key, one);
  }
  return params.toString();
}
