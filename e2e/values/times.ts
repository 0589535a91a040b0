/** Parses a time in UTC. Without a date it is the moment nearest to `near`. Milliseconds; NaN = the text is no time. */
export function momentOf(text: string, near: number): number {
  if (/^\d{4}-/.test(text)) return Date.parse(text.replace(" UTC", "Z").replace(" ", "T"));
  if (/^\d+ [A-Z]/.test(text)) return Date.parse(`${/ \d{4} /.test(text) ? text : text.replace(/ (?=\d\d:)/, ` ${new Date(near).getUTCFullYear()} `)} UTC`);
  const [hours = Number.NaN, minutes = 0, seconds = 0] = (/(\d\d):(\d\d):(\d\d)$/.exec(text) ?? []).slice(1).map(Number);
  const day = new Date(near).setUTCHours(hours, minutes, seconds, 0);
  return [day - DAY_MS, day, day + DAY_MS].reduce((best, one) => (Math.abs(one - near) < Math.abs(best - near) ? one : best));
}

const DAY_MS = 86_400_000;

const TIME = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?: UTC|Z)|(?:\d{1,2} [A-Z][a-z]{2} (?:\d{4} )?)?\d\d:\d\d:\d\d/.source;

/** The times in a text that have seconds, with their dates. */
export function timesIn(text: string): readonly string[] {
  return text.match(new RegExp(TIME, "g")) ?? [];
}

/**
 * The times of events in a text, each with its first and last moment. "between A and B" is one event: the dashboard's watch was interrupted from A to B, so
 * neither is the time of an event. Milliseconds.
 */
export function eventTimesIn(text: string, near: number): readonly { readonly first: number; readonly last: number }[] {
  const found = [...text.matchAll(new RegExp(`between (${TIME}) and (${TIME})|(${TIME})`, "g"))];
  return found.map(([, from, to, only = ""]) => ({ first: momentOf(from ?? only, near), last: momentOf(to ?? only, near) }));
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
