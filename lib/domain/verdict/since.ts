import type { Moment } from "@/lib/domain/history/ending-evidence";

/**
 * When a state began: it holds at least since `at`, when it was seen to, and at most since `notBefore`; null = seen as it began. Milliseconds.
 * It is carried over the versions of an object: whatever else changes, a state that stays goes on.
 */
export type Since = Moment;

/** What a version changes about a state: is it another, and is the object the very same as before (its resourceVersion, which moves with every write)? */
export interface StateStep {
  readonly turned: boolean;
  readonly sameObject: boolean;
}

/** The beginning of a state that is seen for the first time: as it began, or at some time since the machine exists. */
export function firstSince({ at, notBefore }: Moment, createdAt: number | null): Since {
  return { at, notBefore: notBefore === null ? null : Math.min(at, Math.max(notBefore, createdAt ?? 0)) };
}

/** The beginning of the state of the next version. What was written while nobody looked may have turned it and back. */
export function nextSince(before: Since, { turned, sameObject }: StateStep, moment: Moment, createdAt: number | null): Since {
  if (turned) return firstSince(moment, createdAt);
  if (sameObject || moment.notBefore === null) return before;
  return { at: moment.at, notBefore: before.notBefore ?? before.at };
}

/**
 * What is known of a state together with an older record of the object, which ends at `recordedTo` (null = nothing is recorded): `recorded` is
 * what it says of the state that the object had then, null where it had none.
 */
export function mergedSince(now: Since, recorded: Since | null, step: StateStep, recordedTo: number | null): Since {
  if (recordedTo === null) return now;
  if (recorded === null || step.turned) return now.notBefore === null ? now : { at: now.at, notBefore: Math.min(now.at, Math.max(now.notBefore, recordedTo)) };
  if (recorded.at > now.at) return now;
  if (step.sameObject || now.at <= recordedTo) return recorded;
  return { at: now.at, notBefore: recorded.notBefore ?? recorded.at };
}
