import type { State } from "./verdict";

/**
 * The numbers of machines in trouble in a set of machines now. The order of STATES is only the order of lists, and has no effect on the order of
 * sets.
 */
export interface TroubleSummary {
  /** The number of machines that do not serve, of `size`. */
  readonly notServing: number;
  /** The total number of machines in the set. */
  readonly size: number;
  /** The number of machines that are unverified, or that reconnect at once with unusually many others. */
  readonly inDoubt: number;
  /** The beginning of the latest rise in trouble, in milliseconds. Null = not known. */
  readonly since: number | null;
}

/** The time for which trouble counts as new after it began or got worse. Milliseconds. */
export const NEW_TROUBLE_MS = 24 * 60 * 60_000;

/**
 * The tier of trouble. 1 = a service lost its last endpoint within a day. 2 = machines stopped serving within a day. 3 = machines are unverified, or
 * many reconnect at once. 4 = machines stopped serving earlier.
 */
export type TroubleTier = 1 | 2 | 3 | 4;

/**
 * Returns the tier of a set of machines, which is never 1. Null = no trouble. Trouble with an unknown beginning counts as new. `now` in milliseconds.
 */
export function troubleTierOf({ notServing, inDoubt, since }: TroubleSummary, now: number): Exclude<TroubleTier, 1> | null {
  if (notServing > 0 && (since === null || now - since < NEW_TROUBLE_MS)) return 2;
  if (inDoubt > 0) return 3;
  return notServing > 0 ? 4 : null;
}

/**
 * Compares by tier, then by number and share of the size (largest first), then by beginning (newest first). Number and share are multiplied: eight of ten comes
 * before one of one and before ten of ten thousand. Returns 0 for equal trouble. `now` in milliseconds.
 */
export function compareTrouble(a: TroubleSummary, b: TroubleSummary, now: number): number {
  const [tier, other] = [troubleTierOf(a, now), troubleTierOf(b, now)];
  if (tier !== other) return (tier ?? WELL) - (other ?? WELL);
  const parts = tier === 3 ? (["inDoubt", "notServing"] as const) : (["notServing", "inDoubt"] as const);
  for (const part of parts) {
    const order = weightOf(b[part], b.size) - weightOf(a[part], a.size) || b[part] - a[part];
    if (order !== 0) return order;
  }
  return isUntroubled(a) ? 0 : newestFirst(a.since, b.since);
}

const WELL = 5;

/** Returns true if all machines of a set serve and none is unverified. Such sets are equal in the order. */
function isUntroubled({ notServing, inDoubt }: Pick<TroubleSummary, "notServing" | "inDoubt">): boolean {
  return notServing === 0 && inDoubt === 0;
}

function weightOf(count: number, size: number): number {
  return count === 0 ? 0 : (count * count) / Math.max(size, count);
}

function newestFirst(a: number | null, b: number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return b - a;
}

/** The kinds of trouble of one machine, the worst first. The kinds from `waits` on are not trouble. `returning`: it should reconnect within seconds. */
export const MACHINE_TROUBLES = ["not-serving", "in-doubt", "waits", "returning", "unchecked", "unvouched", "none"] as const;
export type MachineTrouble = (typeof MACHINE_TROUBLES)[number];

/** Returns the kind of trouble of one machine. */
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

/** Machines that stopped serving with less than this time between them belong to one rise. Milliseconds. */
const ONE_STEP_MS = 60_000;

/** The latest of several rises: its beginning in milliseconds, and the number of its machines. */
export interface TroubleRise {
  readonly since: number;
  readonly count: number;
}

/**
 * Returns the latest rise in the number of machines that do not serve. Null = every machine serves. `begins`: the times, in milliseconds, at which
 * the machines that do not serve now stopped. It has no machines that serve again, so that an undone rise does not count.
 */
export function latestTroubleRise(begins: Iterable<number>): TroubleRise | null {
  const newestLast = Float64Array.from(begins).sort();
  let first = newestLast.length - 1;
  const since = () => newestLast[first] ?? 0;
  if (first < 0) return null;
  while (first > 0 && since() - (newestLast[first - 1] ?? 0) < ONE_STEP_MS) first--;
  return { since: since(), count: newestLast.length - first };
}

/** The longest duration of a sudden failure of several machines. Milliseconds. */
export const SUDDEN_WITHIN_MS = 120_000;

/** The pace at which machines stopped serving: `count` of the `total` did so within `lastedMs` (milliseconds). */
export interface FailurePace {
  readonly kind: "sudden" | "slow";
  readonly count: number;
  readonly total: number;
  readonly lastedMs: number;
}

/**
 * Returns the pace of a failure; null for fewer than two machines. It is sudden if at least half of the machines stopped serving within two minutes,
 * in the latest rise. A single earlier failure does not make it slow. `begins`: the observed times at which the machines stopped, in milliseconds.
 */
export function failurePaceOf(begins: readonly number[]): FailurePace | null {
  const rise = latestTroubleRise(begins);
  if (rise === null || begins.length < 2) return null;
  const last = Math.max(...begins);
  const total = begins.length;
  const isSudden = rise.count >= 2 && rise.count * 2 >= total && last - rise.since <= SUDDEN_WITHIN_MS;
  return isSudden
    ? { kind: "sudden", count: rise.count, total, lastedMs: last - rise.since }
    : { kind: "slow", count: total, total, lastedMs: last - Math.min(...begins) };
}
