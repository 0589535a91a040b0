/** Durations in milliseconds; a scaled run shortens them together. */
export interface RecorderTimings {
  /** Open windows are moved on so often. */
  readonly windowMs: number;
  /** Machines are compared once their replicas are known, or after so long without. */
  readonly settleMs: number;
  /** A shorter gap is no event of the log; it is a gap all the same. */
  readonly blindMs: number;
  /** After the history could not be read: how long until it is tried again. */
  readonly retryMs: number;
}

export const RECORDER_TIMINGS: RecorderTimings = { windowMs: 2_000, settleMs: 5_000, blindMs: 1_000, retryMs: 2_000 };
