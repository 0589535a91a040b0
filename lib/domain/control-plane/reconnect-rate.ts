import { GRACE_PERIODS_BETWEEN_SWEEPS } from "@/lib/domain/verdict/next-action";
import { earliestSweepAt } from "@/lib/domain/verdict/timing";

/** The number of connections that began in each interval, by the start of the interval in milliseconds (a multiple of CONNECTION_BUCKET_MS). */
export type ConnectionStarts = ReadonlyMap<number, number>;

/** The length of an interval, which is the precision of start times of connections. Pages show them in minutes. Milliseconds. */
export const CONNECTION_BUCKET_MS = 10_000;

/** Adds (1) or removes (-1) a connection that began at `at`. */
export function adjustConnectionStartCount(beginnings: Map<number, number>, at: number, one: 1 | -1): void {
  const stretch = stretchOf(at);
  const count = (beginnings.get(stretch) ?? 0) + one;
  if (count === 0) beginnings.delete(stretch);
  else beginnings.set(stretch, count);
}

/** Returns the sum of several sets of connections. */
export function mergedConnectionStarts(all: Iterable<ConnectionStarts>): ConnectionStarts {
  const joined = new Map<number, number>();
  for (const one of all) for (const [stretch, count] of one) joined.set(stretch, (joined.get(stretch) ?? 0) + count);
  return joined;
}

/** The start times of the oldest, the median and the newest connection, with the precision of CONNECTION_BUCKET_MS. */
export interface ConnectionStartTimes {
  readonly oldest: number;
  readonly median: number;
  readonly newest: number;
}

/** Returns the start times of connections by age. Null = there is no connection. */
export function connectionStartTimesOf(beginnings: ConnectionStarts): ConnectionStartTimes | null {
  const stretches = [...beginnings].sort(([a], [b]) => a - b);
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (first === undefined || last === undefined) return null;
  const half = stretches.reduce((sum, [, count]) => sum + count, 0) / 2;
  let passed = 0;
  const middle = stretches.find(([, count]) => {
    passed += count;
    return passed >= half;
  });
  return { oldest: first[0], median: (middle ?? last)[0], newest: last[0] };
}

/** Returns the number of connections that began at `from` or later, with the precision of CONNECTION_BUCKET_MS. */
export function connectionsStartedSince(beginnings: ConnectionStarts, from: number): number {
  let count = 0;
  for (const [stretch, began] of beginnings) if (stretch >= stretchOf(from)) count += began;
  return count;
}

function stretchOf(at: number): number {
  return Math.floor(at / CONNECTION_BUCKET_MS) * CONNECTION_BUCKET_MS;
}

/** The number of recent connections, and the number expected in a fleet without an event. */
export interface ReconnectRate {
  readonly began: number;
  readonly windowMs: number;
  /** The expected number: each connection begins once in a maximum age. Null = no maximum age is set or known, so that no number is expected. */
  readonly expected: number | null;
  readonly kind: "expected" | "more" | "not-known";
}

/** The longest window. Pages call its connections "just now", and a longer window would report many reconnections that are over. Milliseconds. */
const LONGEST_WINDOW_MS = 60_000;
/** The number of windows in a maximum age. A window is so long that some connections begin in it, and so short that they began "just now". */
const WINDOWS_IN_AGE = 6;
/** A number is unusual if it is more than this many times the expected one. */
const UNUSUAL_FACTOR = 3;
/** The smallest difference from the expected number for an unusual one, because with few machines any number is many times the expected one. */
const UNUSUAL_MINIMUM = 10;

/** Returns the window in which new connections are counted: a sixth of the maximum age, a minute at most. Milliseconds. */
export function reconnectRateWindow(maxAgeMs: number | null): number {
  return maxAgeMs === null ? LONGEST_WINDOW_MS : Math.min(LONGEST_WINDOW_MS, Math.ceil(maxAgeMs / WINDOWS_IN_AGE));
}

/**
 * Returns the rate of new connections. istiod closes a connection at its maximum age, and the machine reconnects (docs/istio.md#connection-age). A
 * fleet without an event therefore renews each connection once in that time.
 */
export function reconnectRateOf({ held, began, maxAgeMs }: { readonly held: number; readonly began: number; readonly maxAgeMs: number | null }): ReconnectRate {
  const windowMs = reconnectRateWindow(maxAgeMs);
  if (maxAgeMs === null || maxAgeMs === 0) return { began, windowMs, expected: null, kind: "not-known" };
  const expected = (held * windowMs) / maxAgeMs;
  return { began, windowMs, expected, kind: began > UNUSUAL_FACTOR * expected && began - expected >= UNUSUAL_MINIMUM ? "more" : "expected" };
}

/** The times at which istiod sweeps the first and the last of some entries. Milliseconds. */
export interface EntrySweepWindow {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the times at which istiod deletes entries whose connections never ended. It deletes each at the first sweep after 1.5 × the maximum age,
 * and sweeps every ten grace periods (docs/istio.md#sweep). Start times have the precision of CONNECTION_BUCKET_MS. Null = never, because no maximum age is set.
 */
export function entrySweepWindowOf(ages: ConnectionStartTimes, maxAgeMs: number | null, graceMs: number): EntrySweepWindow | null {
  if (maxAgeMs === null) return null;
  return {
    from: earliestSweepAt(ages.oldest, maxAgeMs),
    to: earliestSweepAt(ages.newest + CONNECTION_BUCKET_MS, maxAgeMs) + GRACE_PERIODS_BETWEEN_SWEEPS * graceMs,
  };
}
