import { latestRise } from "./harm";

/** Machines that cease to serve further apart than this do not do so suddenly. Milliseconds. */
export const SUDDEN_MS = 120_000;

/** How fast the machines that do not serve ceased to: `count` of the `total` did so within `lastedMs` (milliseconds). */
export interface Pace {
  readonly kind: "sudden" | "slow";
  readonly count: number;
  readonly total: number;
  readonly lastedMs: number;
}

/**
 * Was it sudden? It was where half of the machines or more ceased to serve within two minutes, the latest of them at last: one that failed days before does
 * not make it slow. `begins`: when each ceased to, in milliseconds, seen as it happened. Null for fewer than two machines: one has no pace.
 */
export function paceOf(begins: readonly number[]): Pace | null {
  const rise = latestRise(begins);
  if (rise === null || begins.length < 2) return null;
  const last = Math.max(...begins);
  const total = begins.length;
  const isSudden = rise.count >= 2 && rise.count * 2 >= total && last - rise.since <= SUDDEN_MS;
  return isSudden
    ? { kind: "sudden", count: rise.count, total, lastedMs: last - rise.since }
    : { kind: "slow", count: total, total, lastedMs: last - Math.min(...begins) };
}
