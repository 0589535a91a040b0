/** A moment as somebody else wrote it: the text verbatim, and milliseconds since 1970 UTC, or null where the text is no RFC 3339 time. */
export interface Timestamp {
  readonly text: string;
  readonly ms: number | null;
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const MILLISECONDS_END = "2026-01-01T00:00:00.000".length;

/** Reads an RFC 3339 time with any number of fractional digits and any offset (istiod writes nanoseconds in its own zone). */
export function timestampOf(text: string): Timestamp {
  if (!RFC3339.test(text)) return { text, ms: null };
  const zone = text.endsWith("Z") ? text.length - 1 : text.length - 6;
  // More than milliseconds are cut off: not every engine reads them.
  const ms = Date.parse(zone > MILLISECONDS_END ? text.slice(0, MILLISECONDS_END) + text.slice(zone) : text);
  return { text, ms: Number.isNaN(ms) ? null : ms };
}
