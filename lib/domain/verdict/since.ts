import type { EventTime } from "@/lib/domain/history/ending-evidence";

/**
 * The beginning of a state, in milliseconds. `at`: the time at which the state was observed. `notBefore`: the earliest time at which it can have
 * begun; null = its beginning was observed. A state continues over versions of an object, whatever else changes.
 */
export type Since = EventTime;

/**
 * The difference between two versions of an object. `turned`: the state changed. `sameObject`: nothing was written that could have changed the state.
 * `isTrouble`: the state is trouble (`isTrouble` in `verdict.ts`).
 */
export interface StateVersionDiff {
  readonly turned: boolean;
  readonly sameObject: boolean;
  readonly isTrouble: boolean;
}

/** Another state that began and ended in a gap of this length would be in no incident (`awayMs` of incidents). Milliseconds. */
const SHORT_GAP_MS = 2 * 60_000;

/** Returns true if a state goes on over a gap with a write. Trouble goes on as its incident does, because time without observation proves no recovery. */
function goesOnOver(gapMs: number, { sameObject, isTrouble }: StateVersionDiff): boolean {
  return sameObject || isTrouble || gapMs <= SHORT_GAP_MS;
}

/**
 * Returns the beginning of a state that is observed for the first time. After a gap it is a range, which does not start before the creation of the
 * machine.
 */
export function firstSince({ at, notBefore }: EventTime, createdAt: number | null): Since {
  return { at, notBefore: notBefore === null ? null : Math.min(at, Math.max(notBefore, createdAt ?? 0)) };
}

/** Returns the beginning of the state in the next version. A write during a long gap may have changed the state and changed it back. */
export function nextSince(before: Since, step: StateVersionDiff, moment: EventTime, createdAt: number | null): Since {
  if (step.turned) return firstSince(moment, createdAt);
  if (moment.notBefore === null || goesOnOver(moment.at - moment.notBefore, step)) return before;
  return { at: moment.at, notBefore: before.notBefore ?? before.at };
}

/**
 * Returns the beginning of a state from the observed beginning and the history of the object, which ends at `recordedTo` (null = no history).
 * `recorded`: the beginning of the state at that time; null = the object had no state then.
 */
export function mergedSince(now: Since, recorded: Since | null, step: StateVersionDiff, recordedTo: number | null): Since {
  if (recordedTo === null) return now;
  if (recorded === null || step.turned) return now.notBefore === null ? now : { at: now.at, notBefore: Math.min(now.at, Math.max(now.notBefore, recordedTo)) };
  if (recorded.at > now.at) return now;
  if (goesOnOver(now.at - recordedTo, step)) return recorded;
  return { at: now.at, notBefore: recorded.notBefore ?? recorded.at };
}
