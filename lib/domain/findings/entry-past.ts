import type { DrainedBefore } from "@/lib/domain/lost-drain";

/** What is remembered of an entry beside what its object says. */
export interface EntryPast {
  /** When the status of its Healthy condition turned, as it was heard (milliseconds), the oldest first; the last `TURNS_KEPT` of them. */
  readonly healthTurns: readonly number[];
  /** The last entry of its name that was draining when it went; null = none that anybody saw. */
  readonly drainedBefore: DrainedBefore | null;
}

/** Turns are looked back at so far. */
export const TURNS_WITHIN_MS = 3_600_000;

/** So many turns are kept of one entry: whoever finds as many says "or more". */
export const TURNS_KEPT = 60;

export const NOTHING_PAST: EntryPast = { healthTurns: [], drainedBefore: null };
