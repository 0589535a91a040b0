/** Parses a time in UTC. Without a date it is the moment nearest to `near`. Milliseconds; NaN = the text is no time. */
export function momentOf(text: string, near: number): number {
  if (/^\d{4}-/.test(text)) return Date.parse(text.replace(" UTC", "Z").replace(" ", "T"));
  if (/^\d+ [A-Z]/.test(text)) return Date.parse(`${/ \d{4} /.test(text) ? text : text.replace(/ (?=\d\d:)/, ` ${new Date(near).getUTCFullYear()} `)} UTC`);
  const [hours = Number.NaN, minutes = 0, seconds = 0] = (/(\d\d):(\d\d):(\d\d)$/.exec(text) ?? []).slice(1).map(Number);
  const day = new Date(near).setUTCHours(hours, minutes, seconds, 0);
  return [day - DAY_MS, day, day + DAY_MS].reduce((best, one) => (Math.abs(one - near) < Math.abs(best - near) ? one : best));
}

const DAY_MS = 86_400_000;

/** The times in a text that have seconds, with their dates. */
export function timesIn(text: string): readonly string[] {
  return text.match(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?: UTC|Z)|(?:\d{1,2} [A-Z][a-z]{2} (?:\d{4} )?)?\d\d:\d\d:\d\d/g) ?? [];
}

/** An age such as "3h20m" or "1y25d", rounded down: the least and the most that it can be, in milliseconds. */
export function spanOf(text: string): { readonly least: number; readonly most: number } {
  const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: DAY_MS, y: 365 * DAY_MS };
  const parts = [...text.matchAll(/(\d+) ?(min|[smhdy])/g)].map(([, count, unit = "s"]) => ({
    ms: Number(count) * (units[unit] ?? 0),
    unit: units[unit] ?? 0,
  }));
  const least = parts.reduce((sum, { ms }) => sum + ms, 0);
  return { least, most: least + (parts.at(-1)?.unit ?? 0) };
}
