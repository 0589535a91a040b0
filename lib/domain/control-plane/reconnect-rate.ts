import { SWEEP_GRACE_PERIODS } from "@/lib/domain/verdict/next-action";
import { earliestSweepAt } from "@/lib/domain/verdict/timing";

/** When connections began: by the beginning of each stretch (milliseconds, a multiple of STRETCH_MS) how many began within it. */
export type ConnectionStarts = ReadonlyMap<number, number>;

/** So exactly the beginnings of connections are counted: what is told of them is told in minutes. */
export const BUCKET_MS = 10_000;

/** Counts a connection that began at `at` in (1) or out (-1). */
export function countConnectionStart(beginnings: Map<number, number>, at: number, one: 1 | -1): void {
  const stretch = stretchOf(at);
  const count = (beginnings.get(stretch) ?? 0) + one;
  if (count === 0) beginnings.delete(stretch);
  else beginnings.set(stretch, count);
}

/** The beginnings of several sets of connections together. */
export function mergedConnectionStarts(all: Iterable<ConnectionStarts>): ConnectionStarts {
  const joined = new Map<number, number>();
  for (const one of all) for (const [stretch, count] of one) joined.set(stretch, (joined.get(stretch) ?? 0) + count);
  return joined;
}

/** When the oldest, the middle and the newest of these connections began, to STRETCH_MS; null where there is none. */
export interface AgesOfConnections {
  readonly oldest: number;
  readonly median: number;
  readonly newest: number;
}

/** How old connections are, by when they began. */
export function connectionAgesOf(beginnings: ConnectionStarts): AgesOfConnections | null {
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

/** How many of these connections began at `from` or later, to STRETCH_MS. */
export function startedSince(beginnings: ConnectionStarts, from: number): number {
  let count = 0;
  for (const [stretch, began] of beginnings) if (stretch >= stretchOf(from)) count += began;
  return count;
}

function stretchOf(at: number): number {
  return Math.floor(at / BUCKET_MS) * BUCKET_MS;
}

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
const UNUSUAL_FACTOR = 3;
/** And at least so many more: of few machines, any number is many times none. */
const UNUSUAL_MINIMUM = 10;

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
  return { began, windowMs, expected, kind: began > UNUSUAL_FACTOR * expected && began - expected >= UNUSUAL_MINIMUM ? "more" : "expected" };
}

/** From when istiod sweeps the first of some entries, and when the last of them has gone. Milliseconds. */
export interface SweepTimes {
  readonly from: number;
  readonly to: number;
}

/**
 * Times at which istiod deletes entries whose connections never ended. It deletes each at 1.5 × the maximum age after the connection began, at its next
 * sweep. It sweeps every ten grace periods (docs/istio.md#sweep). Beginnings are counted to STRETCH_MS. Null = never, as no maximum age is set.
 */
export function sweepTimesOf(ages: AgesOfConnections, maxAgeMs: number | null, graceMs: number): SweepTimes | null {
  if (maxAgeMs === null) return null;
  return { from: earliestSweepAt(ages.oldest, maxAgeMs), to: earliestSweepAt(ages.newest + BUCKET_MS, maxAgeMs) + SWEEP_GRACE_PERIODS * graceMs };
}
