import { fewestServingSinceComplete, groupRecoveryOf, mostServing, servingLevelRegained, withoutUnobservedPoints } from "@/lib/domain/history/recovery";
import type { RollUpMachineCounts } from "./counts";
import type { Statement } from "./statement";

/** The present numbers of a group. */
export interface RecoveringGroup {
  readonly rollUp: Pick<RollUpMachineCounts, "serving" | "fullTotal" | "expected">;
  /** The number of healthy machines whose connection no replica confirms. */
  readonly unvouched: number;
}

/**
 * Some machines do not serve. `fewest`: the smallest number that served since the failure, at `fewestAt` (milliseconds); null = not known to be
 * smaller than now.
 */
export interface MachinesNotServing extends Statement {
  readonly kind: "machines-awaited";
  readonly serving: number;
  readonly awaited: number;
  readonly size: number;
  readonly fewest: number | null;
  readonly fewestAt: number | null;
}

/**
 * As many machines serve as before a loss, since `since` (milliseconds). `size` null = the group has no expected size; then `before` is the number
 * before the loss.
 */
interface GroupRecovered extends Statement {
  readonly kind: "group-recovered";
  readonly serving: number;
  readonly size: number | null;
  readonly before?: number;
  readonly since: number;
  /** False = the recovery itself was not observed: it happened at `since` or before. */
  readonly isSeen: boolean;
}

/** Fewer machines serve than before, in a group without an expected size. `mostAt` in milliseconds. */
interface FewerServing extends Statement {
  readonly kind: "fewer-serving";
  readonly serving: number;
  readonly most: number;
  readonly mostAt: number;
}

/** The recovery of a group, or what is still missing. */
export type RecoveryStatement = MachinesNotServing | GroupRecovered | FewerServing;

/** Returns the statement of a group's recovery; null = no failure is known. `whole`: the history of the group; null = not read. */
export function recoveryStatement({ rollUp, unvouched }: RecoveringGroup, whole: Parameters<typeof groupRecoveryOf>[0] | null): RecoveryStatement | null {
  const band = whole && withoutUnobservedPoints(whole);
  const { serving, expected, fullTotal } = rollUp;
  const awaited = fullTotal - serving;
  if (awaited > 0) return awaiting(serving, awaited, band);
  // An unverified machine may not have recovered.
  if (band === null || unvouched > 0) return null;
  if (expected === null) return withoutSize(serving, band);
  const recovery = groupRecoveryOf(band);
  return recovery === null ? null : { kind: "group-recovered", serving: fullTotal, size: fullTotal, ...recovery };
}

function awaiting(serving: number, awaited: number, band: Parameters<typeof groupRecoveryOf>[0] | null): MachinesNotServing {
  const fewest = band === null ? null : fewestServingSinceComplete(band);
  // The history may be some seconds behind the live page. Then the smallest number is not known.
  const known = fewest !== null && serving > fewest.serving ? fewest : null;
  return { kind: "machines-awaited", serving, awaited, size: serving + awaited, fewest: known?.serving ?? null, fewestAt: known?.at ?? null };
}

function withoutSize(serving: number, band: Parameters<typeof groupRecoveryOf>[0]): RecoveryStatement | null {
  const regained = servingLevelRegained(serving, band);
  if (regained !== null) return { kind: "group-recovered", serving, size: null, ...regained };
  const most = mostServing(band);
  return most === null || serving >= most.serving ? null : { kind: "fewer-serving", serving, most: most.serving, mostAt: most.at };
}
