/** A time that another program wrote: the text verbatim, and the milliseconds since 1970 UTC (null = the text is not an RFC 3339 time). */
export interface Timestamp {
  readonly text: string;
  readonly ms: number | null;
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const MILLISECONDS_END = "2026-01-01T00:00:00.000".length;

/** Parses an RFC 3339 time with any number of fractional digits and any offset (istiod writes nanoseconds in its own time zone). */
export function parseTimestamp(text: string): Timestamp {
  const plain = millisecondsOf(text);
  if (plain !== null) return { text, ms: plain };
  if (!RFC3339.test(text)) return { text, ms: null };
  const zone = text.endsWith("Z") ? text.length - 1 : text.length - 6;
  // Digits after the milliseconds are removed: not every engine parses them.
  const ms = Date.parse(zone > MILLISECONDS_END ? text.slice(0, MILLISECONDS_END) + text.slice(zone) : text);
  return { text, ms: Number.isNaN(ms) ? null : ms };
}

/**
 * Returns the milliseconds of a UTC time without fractions or with whole milliseconds, which is the format of nearly all times. Null = another
 * format. It is faster than `Date`.
 */
function millisecondsOf(text: string): number | null {
  const { length } = text;
  if ((length !== 20 && length !== 24) || text.charCodeAt(length - 1) !== 90) return null;
  if (text[4] !== "-" || text[7] !== "-" || text[10] !== "T" || text[13] !== ":" || text[16] !== ":") return null;
  if (length === 24 && text[19] !== ".") return null;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  const fraction = length === 24 ? digits(text, 20, 23) : 0;
  // `Date` parses values out of range, and years that `Date.UTC` would move to the last century.
  if (!(year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 23 && minute <= 59 && second <= 59 && fraction <= 999)) return null;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second, fraction);
  return day <= 28 || new Date(ms).getUTCDate() === day ? ms : null;
}

function digits(text: string, from: number, end: number): number {
  let value = 0;
  for (let at = from; at < end; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Returns the earlier of two times. Null = not known. */
export function earlierOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
  ["w", 7 * 86_400_000],
  ["y", 365 * 86_400_000],
]);

/** Parses a duration as kubectl writes it ("47s", "90m", "3h20m", "5d", "2y30d"; also weeks, "2w"). Milliseconds. Null = the text is not a duration. */
export function parseKubectlDuration(text: string): number | null {
  if (!/^(?:\d{1,9}[smhdwy])+$/.test(text)) return null;
  let ms = 0;
  for (const [, count = "", unit = ""] of text.matchAll(/(\d+)([smhdwy])/g)) ms += Number(count) * (UNITS.get(unit) ?? 0);
  return ms;
}
