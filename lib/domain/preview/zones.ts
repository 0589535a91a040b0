import type { Move, Moved } from "./compare";

/** The machines of one zone that an edit keeps, brings and takes away, and how many of them answer before and after it. */
export interface ZoneMoves {
  /** "" = no zone. Null = not known. */
  readonly zone: string | null;
  readonly before: number;
  readonly after: number;
  readonly moves: Readonly<Record<Move, number>>;
}

/** Counts by zone. Zones that lose most are first, then by name. Those without a known zone are last. */
export function zonesOf(moved: readonly Pick<Moved<unknown>, "zone" | "move" | "before" | "after">[]): readonly ZoneMoves[] {
  const byZone = new Map<string | null, { before: number; after: number; moves: Record<Move, number> }>();
  for (const { zone, move, before, after } of moved) {
    const counts = byZone.get(zone) ?? { before: 0, after: 0, moves: { stays: 0, comes: 0, goes: 0 } };
    counts.moves[move]++;
    if (before.is === "answers") counts.before++;
    if (after.is === "answers") counts.after++;
    byZone.set(zone, counts);
  }
  return [...byZone].map(([zone, counts]) => ({ zone, ...counts })).sort(byLoss);
}

/** Had the zone somebody who answers, and has it nobody now? */
export function isZoneLost({ zone, before, after }: Pick<ZoneMoves, "zone" | "before" | "after">): boolean {
  return zone !== null && before > 0 && after === 0;
}

function byLoss(a: ZoneMoves, b: ZoneMoves): number {
  if (!a.zone !== !b.zone) return a.zone ? -1 : 1;
  const lost = Number(isZoneLost(b)) - Number(isZoneLost(a));
  return lost || a.after - a.before - (b.after - b.before) || ((a.zone ?? "") < (b.zone ?? "") ? -1 : 1);
}
