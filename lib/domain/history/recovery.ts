/** How a group stood from a moment on: `missing` of what is expected. Milliseconds. */
interface Stood {
  readonly at: number;
  readonly missing: number;
  readonly serving: number;
  readonly total: number;
}

/** Since when all machines of a group serve again: `isSeen` false = it was so when somebody looked again, and may have been before. Milliseconds. */
export interface Recovery {
  readonly since: number;
  readonly isSeen: boolean;
}

/**
 * Since when every machine that is expected serves again, as a band of the group's past tells; null where one does not, or where none is known to
 * have failed within the band. While nobody looked nothing is known: the return counts from the end of the last gap.
 */
export function recoveryOf({
  points,
  gaps,
}: {
  readonly points: readonly Stood[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}): Recovery | null {
  const lastTrouble = points.findLastIndex(({ missing, serving, total }) => missing > 0 || serving < total);
  const back = points[lastTrouble + 1];
  if (lastTrouble < 0 || back === undefined || (points.at(-1)?.total ?? 0) === 0) return null;
  const blindUntil = Math.max(0, ...gaps.filter(({ to }) => to >= back.at).map(({ to }) => to));
  return blindUntil > 0 ? { since: Math.max(back.at, blindUntil), isSeen: false } : { since: back.at, isSeen: true };
}
