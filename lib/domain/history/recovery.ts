import { countWithWord } from "@/lib/domain/verdict/state-code";

/**
 * The numbers of a group's machines from the time `at` on, in milliseconds. `missing`: machines missing from the expected size. `counts`: machines by
 * the codes of their states.
 */
interface Stood {
  readonly at: number;
  readonly counts?: readonly number[];
  readonly missing: number;
  readonly serving: number;
  readonly total: number;
}

/**
 * The time since which all machines of a group serve again, in milliseconds. `isSeen` false = observed only after a gap, so that the recovery may be
 * earlier.
 */
export interface Recovery {
  readonly since: number;
  readonly isSeen: boolean;
}

/** The number of serving machines of a group at the time `at`, in milliseconds. */
export interface ServingLevel {
  readonly at: number;
  readonly serving: number;
}

interface Band {
  readonly points: readonly Stood[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}

/**
 * Returns the time since which all expected machines of a group serve again. Null = one does not, or `band` has no failure. A group with fewer
 * machines than before the loss has not recovered: its size became smaller. The state during a gap is not known, so that the recovery counts from the
 * end of the last gap.
 */
export function groupRecoveryOf(band: Band): Recovery | null {
  const last = band.points.at(-1);
  const before = levelBeforeLoss(band) ?? 0;
  if (last === undefined || last.total === 0 || last.serving < before) return null;
  return sinceLast((point) => isShort(point) || point.serving < before, band);
}

/** A recovery with the number of machines that served before the loss. */
export interface ServingLevelRegained extends Recovery {
  readonly before: number;
}

/**
 * Returns the time since which a group without an expected size has as many serving machines as before its last loss. `serving`: their number now.
 * Null = no recorded loss, no known number before it, or fewer machines.
 */
export function servingLevelRegained(serving: number, band: Band): ServingLevelRegained | null {
  const before = levelBeforeLoss(band) ?? 0;
  if (before === 0 || serving < before) return null;
  const recovery = sinceLast((point) => isShort(point) || point.serving < before, band);
  return recovery === null ? null : { ...recovery, before };
}

/** Returns the number of serving machines before the last loss. Null = the band has no loss, or begins with it. */
function levelBeforeLoss({ points }: Pick<Band, "points">): number | null {
  const last = points.findLastIndex(isShort);
  return points.slice(0, Math.max(0, last)).findLast((point) => !isShort(point))?.serving ?? null;
}

/**
 * Returns the smallest number of serving machines since the group last had no lost or failed machine, with the latest time of this number. Null = no
 * machine failed since then, or the group always had one.
 */
export function fewestServingSinceComplete({ points }: Pick<Band, "points">): ServingLevel | null {
  const lastWhole = points.findLastIndex((point) => !isShort(point));
  if (lastWhole < 0) return null;
  return points
    .slice(lastWhole + 1)
    .reduce<ServingLevel | null>((fewest, point) => (fewest === null || point.serving <= fewest.serving ? point : fewest), null);
}

/** Returns the largest number of serving machines in the band, with the latest time of this number; null = an empty band. */
export function mostServing({ points }: Pick<Band, "points">): ServingLevel | null {
  return points.reduce<ServingLevel | null>((most, point) => (most === null || point.serving >= most.serving ? point : most), null);
}

/**
 * Returns the band without the times at which no machine is known: before the first list, before the group existed, and in gaps. They are no loss.
 */
export function withoutUnobservedPoints<B extends Band>(band: B): B {
  return { ...band, points: band.points.filter(({ missing, total }) => missing + total > 0) };
}

const LOSS_WORDS = ["unhealthy", "lost", "unverified"] as const;

/** Returns true while machines are lost or failed. A machine that starts or drains is neither. */
function isShort({ missing, serving, total, counts }: Stood): boolean {
  return missing > 0 || (counts === undefined ? serving < total : LOSS_WORDS.some((word) => countWithWord(counts, word) > 0));
}

function sinceLast(isTrouble: (point: Stood) => boolean, { points, gaps }: Band): Recovery | null {
  const lastTrouble = points.findLastIndex(isTrouble);
  const back = points[lastTrouble + 1];
  // A band that begins with the trouble has no recorded loss, and therefore no recovery.
  const wasWhole = points.slice(0, Math.max(0, lastTrouble)).some((point) => !isTrouble(point));
  if (!wasWhole || back === undefined) return null;
  const blindUntil = Math.max(0, ...gaps.filter(({ to }) => to >= back.at).map(({ to }) => to));
  return blindUntil > 0 ? { since: Math.max(back.at, blindUntil), isSeen: false } : { since: back.at, isSeen: true };
}
