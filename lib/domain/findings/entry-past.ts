import type { EarlierDrain } from "@/lib/domain/entry/lost-drain";

/** The stored past of an entry, which its object does not show. */
export interface RecordedEntryFacts {
  /**
   * The times at which the status of its Healthy condition changed, as Stolos received them (milliseconds), the oldest first. The last `MAX_STORED_HEALTH_CHANGES` of them.
   */
  readonly healthTurns: readonly number[];
  /** The last entry of its name that ended while draining. Null = none is known. */
  readonly drainedBefore: EarlierDrain | null;
}

/** Older changes do not count. Milliseconds. */
export const HEALTH_CHANGE_WINDOW_MS = 3_600_000;

/** The number of changes that are stored for one entry. A count of this size means "or more". */
export const MAX_STORED_HEALTH_CHANGES = 60;

export const NO_RECORDED_FACTS: RecordedEntryFacts = { healthTurns: [], drainedBefore: null };
