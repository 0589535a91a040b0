import type { DrainedEntry } from "@/lib/domain/entry/lost-drain";

/** Facts about the past of an entry that Stolos stores, because the object does not have them. */
export interface RecordedEntryFacts {
  /**
   * The times at which the status of its Healthy condition changed, as Stolos received them (milliseconds), the oldest first. The last `MAX_STORED_HEALTH_CHANGES` of them.
   */
  readonly healthTurns: readonly number[];
  /** The last earlier entry with this name that ended while it had the draining label. Null = none is known. */
  readonly drainedBefore: DrainedEntry | null;
}

/** The period in which health changes count, in milliseconds. */
export const HEALTH_CHANGE_WINDOW_MS = 3_600_000;

/** The largest number of health changes that is stored for one entry. A count of this size means "or more". */
export const MAX_STORED_HEALTH_CHANGES = 60;

export const NO_RECORDED_FACTS: RecordedEntryFacts = { healthTurns: [], drainedBefore: null };
