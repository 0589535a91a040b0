/** A moment as somebody else wrote it: the text verbatim, and milliseconds since 1970 UTC, or null where the text is no RFC 3339 time. */
export interface Timestamp {
  readonly text: string;
  readonly ms: number | null;
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Reads an RFC 3339 time with any number of fractional digits and any offset (istiod writes nanoseconds in its own zone). */
export function timestampOf(text: string): Timestamp {
  if (!RFC3339.test(text)) return { text, ms: null };
  const ms = Date.parse(text.replace(/(\.\d{3})\d+/, "$1"));
  return { text, ms: Number.isNaN(ms) ? null : ms };
}
