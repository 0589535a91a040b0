/** When connections began: by the beginning of each stretch (milliseconds, a multiple of STRETCH_MS) how many began within it. */
export type Beginnings = ReadonlyMap<number, number>;

/** So exactly the beginnings of connections are counted: what is told of them is told in minutes. */
export const STRETCH_MS = 10_000;

/** Counts a connection that began at `at` in (1) or out (-1). */
export function countBeginning(beginnings: Map<number, number>, at: number, one: 1 | -1): void {
  const stretch = stretchOf(at);
  const count = (beginnings.get(stretch) ?? 0) + one;
  if (count === 0) beginnings.delete(stretch);
  else beginnings.set(stretch, count);
}

/** The beginnings of several sets of connections together. */
export function joinedBeginnings(all: Iterable<Beginnings>): Beginnings {
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
export function agesOf(beginnings: Beginnings): AgesOfConnections | null {
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
export function beganSince(beginnings: Beginnings, from: number): number {
  let count = 0;
  for (const [stretch, began] of beginnings) if (stretch >= stretchOf(from)) count += began;
  return count;
}

function stretchOf(at: number): number {
  return Math.floor(at / STRETCH_MS) * STRETCH_MS;
}
