/** How many connections began lately, against how many would of a fleet at rest. */
export interface ReconnectRate {
  readonly began: number;
  readonly windowMs: number;
  /** One for each connection in every maximum age; null = no maximum age is set, or none is known, so that none is expected. */
  readonly expected: number | null;
  readonly kind: "expected" | "more" | "not-known";
}

/** Connections count for a minute at most: pages call them "just now", and a longer window would report a burst that is over. Milliseconds. */
const LONGEST_WINDOW_MS = 60_000;
/** A maximum age has so many windows: long enough for some connections to begin, short enough to be "just now". */
const WINDOWS_IN_AGE = 6;
/** More than so many times as many as expected is no routine. */
const MORE_TIMES = 3;
/** And at least so many more: of few machines, any number is many times none. */
const MORE_LEAST = 10;

/** The window over which connections that began are counted: a sixth of the maximum age, a minute at most. Milliseconds. */
export function rateWindowOf(maxAgeMs: number | null): number {
  return maxAgeMs === null ? LONGEST_WINDOW_MS : Math.min(LONGEST_WINDOW_MS, Math.ceil(maxAgeMs / WINDOWS_IN_AGE));
}

/**
 * istiod closes a connection at its maximum age, and the machine connects again (docs/istio.md#connection-age): a fleet at rest renews each once in that time.
 */
export function reconnectRateOf({ held, began, maxAgeMs }: { readonly held: number; readonly began: number; readonly maxAgeMs: number | null }): ReconnectRate {
  const windowMs = rateWindowOf(maxAgeMs);
  if (maxAgeMs === null || maxAgeMs === 0) return { began, windowMs, expected: null, kind: "not-known" };
  const expected = (held * windowMs) / maxAgeMs;
  return { began, windowMs, expected, kind: began > MORE_TIMES * expected && began - expected >= MORE_LEAST ? "more" : "expected" };
}
