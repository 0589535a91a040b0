import type { Leaving } from "./leaving";

/** The moments after a loss that differ in whom callers are sent: the dead are all listed, then those whose replica lives are gone, then those that a sweep takes. */
export const MOMENTS = ["at-once", "after-grace", "after-age"] as const;
export type Moment = (typeof MOMENTS)[number];

/** Are callers still sent a machine that died, at this moment? One of which that is not known counts as sent: what nobody knows is never taken for good news. */
export function isStillListed(moment: Moment, leaving: Leaving): boolean {
  if (moment === "at-once") return true;
  if (leaving.kind === "grace") return false;
  return moment === "after-grace" || leaving.kind !== "age";
}

/** What lost machines leave by, counted: how many by each way, and between which moments (milliseconds) the first and the last of them are gone. */
export interface LeavingTally {
  readonly grace: number;
  readonly age: number;
  /** Of these, those that died together with the replica that held them. */
  readonly withReplica: number;
  readonly never: number;
  readonly unknown: number;
  readonly graceSpan: Span | null;
  readonly ageSpan: Span | null;
  /** True where some of `ageSpan` rests on an assumed maximum age. */
  readonly isAgeAssumed: boolean;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Counts how machines leave. */
export function tallyOfLeaving(all: Iterable<Leaving>): LeavingTally {
  const counts = { grace: 0, age: 0, withReplica: 0, never: 0, unknown: 0 };
  let [graceSpan, ageSpan]: [Span | null, Span | null] = [null, null];
  let isAgeAssumed = false;
  for (const leaving of all) {
    counts[leaving.kind] += 1;
    if (leaving.kind === "grace") graceSpan = widened(graceSpan, leaving);
    if (leaving.kind !== "age") continue;
    ageSpan = widened(ageSpan, leaving);
    if (leaving.why === "died-with-replica") counts.withReplica += 1;
    isAgeAssumed ||= leaving.isAssumed;
  }
  return { ...counts, graceSpan, ageSpan, isAgeAssumed };
}

function widened(span: Span | null, { from, to }: Span): Span {
  return span === null ? { from, to } : { from: Math.min(span.from, from), to: Math.max(span.to, to) };
}
