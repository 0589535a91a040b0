import type { EventTime } from "@/lib/domain/history/ending-evidence";

/**
 * The beginning of a state, in milliseconds. `at`: the time at which the state was observed. `notBefore`: the earliest time at which it can have
 * begun; null = its beginning was observed. A state continues over versions of an object, whatever else changes.
 */
export type Since = EventTime;

/**
 * The difference between two versions of an object. `turned`: the state changed. `sameObject`: the resourceVersion is equal; it changes with every
 * write.
 */
export interface StateVersionDiff {
  readonly turned: boolean;
  readonly sameObject: boolean;
}

/**
 * Returns the beginning of a state that is observed for the first time. After a gap it is a range, which does not start before the creation of the
 * machine.
 */
export function firstSince({ at, notBefore }: EventTime, createdAt: number | null): Since {
  return { at, notBefore: notBefore === null ? null : Math.min(at, Math.max(notBefore, createdAt ?? 0)) };
}

/** Returns the beginning of the state in the next version. A write during a gap may have changed the state and changed it back. */
export function nextSince(before: Since, { turned, sameObject }: StateVersionDiff, moment: EventTime, createdAt: number | null): Since {
  if (turned) return firstSince(moment, createdAt);
  if (sameObject || moment.notBefore === null) return before;
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
  if (step.sameObject || now.at <= recordedTo) return recorded;
  return { at: now.at, notBefore: recorded.notBefore ?? recorded.at };
}
