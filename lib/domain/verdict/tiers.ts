import type { State } from "./verdict";

/** The harm of a set of machines now. The order of STATES decides how states are listed, and not which set has more harm. */
export interface TroubleSize {
  /** Machines that do not serve, of `size`. */
  readonly notServing: number;
  /** The total of the set. */
  readonly size: number;
  /** Machines that are unverified, or reconnect with so many others that it is not routine. */
  readonly inDoubt: number;
  /** When the latest rise began (milliseconds); null where that is not known. */
  readonly since: number | null;
}

/** Trouble that began, or got worse, a longer time ago is old. Milliseconds. */
export const NEW_TROUBLE_MS = 24 * 60 * 60_000;

/**
 * The tier of trouble: 1 = a service lost its last endpoint within a day; 2 = machines stopped serving, or more of them did, within a day; 3 = machines are
 * unverified, or many reconnect at once; 4 = older.
 */
export type Tier = 1 | 2 | 3 | 4;

/** The tier of a set of machines, which is never 1; null = no harm. Trouble whose beginning is not known is new. `now` in milliseconds. */
export function tierOf({ notServing, inDoubt, since }: TroubleSize, now: number): Exclude<Tier, 1> | null {
  if (notServing > 0 && (since === null || now - since < NEW_TROUBLE_MS)) return 2;
  if (inDoubt > 0) return 3;
  return notServing > 0 ? 4 : null;
}

/**
 * Orders by tier, then by number and share of the size, the most first, then the newest. Number and share are multiplied, so that neither one of one nor
 * ten of ten thousand comes before eight of ten. 0 = equal harm. `now` in milliseconds.
 */
export function compareTrouble(a: TroubleSize, b: TroubleSize, now: number): number {
  const [tier, other] = [tierOf(a, now), tierOf(b, now)];
  if (tier !== other) return (tier ?? WELL) - (other ?? WELL);
  const parts = tier === 3 ? (["inDoubt", "notServing"] as const) : (["notServing", "inDoubt"] as const);
  for (const part of parts) {
    const order = weightOf(b[part], b.size) - weightOf(a[part], a.size) || b[part] - a[part];
    if (order !== 0) return order;
  }
  return isUntroubled(a) ? 0 : newestFirst(a.since, b.since);
}

const WELL = 5;

/** True if all machines serve and none is in doubt. Such sets have no order among each other. */
function isUntroubled({ notServing, inDoubt }: Pick<TroubleSize, "notServing" | "inDoubt">): boolean {
  return notServing === 0 && inDoubt === 0;
}

function weightOf(count: number, size: number): number {
  return count === 0 ? 0 : (count * count) / Math.max(size, count);
}

function newestFirst(a: number | null, b: number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return b - a;
}

/** The kinds of harm of one machine, the worst first; from `waits` on there is none. */
export const MACHINE_TROUBLES = ["not-serving", "in-doubt", "waits", "returning", "unchecked", "unvouched", "none"] as const;
export type MachineTrouble = (typeof MACHINE_TROUBLES)[number];

/** How bad one verdict is: whoever does not serve though it should, then whoever serves in doubt, then whoever is expected back within seconds. */
export function machineTroubleOf(state: State, vouched: boolean): MachineTrouble {
  switch (state) {
    case "unhealthy":
    case "no-endpoint":
    case "vanished":
      return "not-serving";
    case "unverified":
    case "disconnected":
    case "unreadable":
      return "in-doubt";
    case "overdue":
    case "reconnecting":
      return "returning";
    case "draining":
    case "awaiting":
      return "waits";
    case "unchecked":
      return "unchecked";
    case "healthy":
      return vouched ? "none" : "unvouched";
  }
}

/** Rises less than this apart are one. Milliseconds. */
const ONE_STEP_MS = 60_000;

/** The latest of several rises: when it began, and how many of all it is. */
export interface TroubleStep {
  readonly since: number;
  readonly count: number;
}

/**
 * The start of the latest rise that has not been undone, from the moments (milliseconds) at which those who do not serve now ceased to. Whoever
 * serves again is not among them, so that what was undone does not count. Null where there are none.
 */
export function latestTroubleStep(begins: Iterable<number>): TroubleStep | null {
  const newestLast = Float64Array.from(begins).sort();
  let first = newestLast.length - 1;
  const since = () => newestLast[first] ?? 0;
  if (first < 0) return null;
  while (first > 0 && since() - (newestLast[first - 1] ?? 0) < ONE_STEP_MS) first--;
  return { since: since(), count: newestLast.length - first };
}

/** Machines that cease to serve further apart than this do not do so suddenly. Milliseconds. */
export const SUDDEN_WITHIN_MS = 120_000;

/** How fast the machines that do not serve ceased to: `count` of the `total` did so within `lastedMs` (milliseconds). */
export interface FailurePace {
  readonly kind: "sudden" | "slow";
  readonly count: number;
  readonly total: number;
  readonly lastedMs: number;
}

/**
 * Was it sudden? It was where half of the machines or more ceased to serve within two minutes, the latest of them at last: one that failed days before does
 * not make it slow. `begins`: when each ceased to, in milliseconds, seen as it happened. Null for fewer than two machines: one has no pace.
 */
export function failurePaceOf(begins: readonly number[]): FailurePace | null {
  const rise = latestTroubleStep(begins);
  if (rise === null || begins.length < 2) return null;
  const last = Math.max(...begins);
  const total = begins.length;
  const isSudden = rise.count >= 2 && rise.count * 2 >= total && last - rise.since <= SUDDEN_WITHIN_MS;
  return isSudden
    ? { kind: "sudden", count: rise.count, total, lastedMs: last - rise.since }
    : { kind: "slow", count: total, total, lastedMs: last - Math.min(...begins) };
}
