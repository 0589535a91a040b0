import type { EventTime } from "@/lib/domain/history/ending-evidence";

/**
 * The beginning of a state, in milliseconds. `at`: it was seen then. `notBefore`: it did not begin earlier; null = it was seen to begin. A state continues
 * across versions of an object, whatever else changes.
 */
export type Since = EventTime;

/** The effect of a new version on a state. `turned`: the state changed. `sameObject`: the resourceVersion is equal; it changes with every write. */
export interface StateVersionStep {
  readonly turned: boolean;
  readonly sameObject: boolean;
}

/** Returns the beginning of a state that is seen for the first time. After a gap it is a range, which starts at the machine's creation at the earliest. */
export function firstSince({ at, notBefore }: EventTime, createdAt: number | null): Since {
  return { at, notBefore: notBefore === null ? null : Math.min(at, Math.max(notBefore, createdAt ?? 0)) };
}

/** Returns the beginning of the state after the next version. A write during a gap may have changed the state and changed it back. */
export function nextSince(before: Since, { turned, sameObject }: StateVersionStep, moment: EventTime, createdAt: number | null): Since {
  if (turned) return firstSince(moment, createdAt);
  if (sameObject || moment.notBefore === null) return before;
  return { at: moment.at, notBefore: before.notBefore ?? before.at };
}

/**
 * Merges the observed beginning of a state with the history of the object, which ends at `recordedTo` (null = no history). `recorded`: the beginning of the
 * state at that moment; null = the object had no state then.
 */
export function mergedSince(now: Since, recorded: Since | null, step: StateVersionStep, recordedTo: number | null): Since {
  if (recordedTo === null) return now;
  if (recorded === null || step.turned) return now.notBefore === null ? now : { at: now.at, notBefore: Math.min(now.at, Math.max(now.notBefore, recordedTo)) };
  if (recorded.at > now.at) return now;
  if (step.sameObject || now.at <= recordedTo) return recorded;
  return { at: now.at, notBefore: recorded.notBefore ?? recorded.at };
}
