import { countInWord } from "@/lib/domain/verdict/state-code";

/** How a group stood from a moment on: `missing` of what is expected, `counts` by the codes of states. Milliseconds. */
interface Stood {
  readonly at: number;
  readonly counts?: readonly number[];
  readonly missing: number;
  readonly serving: number;
  readonly total: number;
}

/** Since when all machines of a group serve again: `isSeen` false = it was so when somebody looked again, and may have been before. Milliseconds. */
export interface Recovery {
  readonly since: number;
  readonly isSeen: boolean;
}

/** How many served at a moment of the band, in milliseconds. */
export interface Level {
  readonly at: number;
  readonly serving: number;
}

interface Band {
  readonly points: readonly Stood[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}

/**
 * The time since which all expected machines serve again. Null if one does not, or if no failure is in the band. Fewer machines than before the loss are no
 * recovery: the size became smaller. During a gap the state is not known, so that the recovery counts from the end of the last gap.
 */
export function groupRecoveryOf(band: Band): Recovery | null {
  const last = band.points.at(-1);
  const before = levelBeforeLoss(band) ?? 0;
  if (last === undefined || last.total === 0 || last.serving < before) return null;
  return sinceLast((point) => isShort(point) || point.serving < before, band);
}

/** A recovery with the number of machines that served before the loss. */
export interface LevelRegained extends Recovery {
  readonly before: number;
}

/**
 * Since when `serving` machines are as many as before the last loss; null without a recorded loss, without the level before it, and with fewer machines.
 * For a group without an expected size.
 */
export function levelRegained(serving: number, band: Band): LevelRegained | null {
  const before = levelBeforeLoss(band) ?? 0;
  if (before === 0 || serving < before) return null;
  const recovery = sinceLast((point) => isShort(point) || point.serving < before, band);
  return recovery === null ? null : { ...recovery, before };
}

/** The number of machines that served before the last loss; null if the band has no loss, or begins with it. */
function levelBeforeLoss({ points }: Pick<Band, "points">): number | null {
  const last = points.findLastIndex(isShort);
  return points.slice(0, Math.max(0, last)).findLast((point) => !isShort(point))?.serving ?? null;
}

/** The fewest that served since the group was last whole, when that was last so; null where the band has no such moment, or never was whole. */
export function fewestSinceWhole({ points }: Pick<Band, "points">): Level | null {
  const lastWhole = points.findLastIndex((point) => !isShort(point));
  if (lastWhole < 0) return null;
  return points.slice(lastWhole + 1).reduce<Level | null>((fewest, point) => (fewest === null || point.serving <= fewest.serving ? point : fewest), null);
}

/** The most that served at once within the band, when that was last so; null where it is empty. */
export function mostServed({ points }: Pick<Band, "points">): Level | null {
  return points.reduce<Level | null>((most, point) => (most === null || point.serving >= most.serving ? point : most), null);
}

/** A band without the moments at which no machine is known: before the first list, before the group existed, and in gaps. They are no loss. */
export function withoutUnknown<B extends Band>(band: B): B {
  return { ...band, points: band.points.filter(({ missing, total }) => missing + total > 0) };
}

const LOSS_WORDS = ["unhealthy", "lost", "unverified"] as const;

/** True while machines are lost or failed. A machine that starts or drains is neither. */
function isShort({ missing, serving, total, counts }: Stood): boolean {
  return missing > 0 || (counts === undefined ? serving < total : LOSS_WORDS.some((word) => countInWord(counts, word) > 0));
}

function sinceLast(isTrouble: (point: Stood) => boolean, { points, gaps }: Band): Recovery | null {
  const lastTrouble = points.findLastIndex(isTrouble);
  const back = points[lastTrouble + 1];
  // A band that begins with the trouble has no recorded loss, so it has no recovery.
  const wasWhole = points.slice(0, Math.max(0, lastTrouble)).some((point) => !isTrouble(point));
  if (!wasWhole || back === undefined) return null;
  const blindUntil = Math.max(0, ...gaps.filter(({ to }) => to >= back.at).map(({ to }) => to));
  return blindUntil > 0 ? { since: Math.max(back.at, blindUntil), isSeen: false } : { since: back.at, isSeen: true };
}
