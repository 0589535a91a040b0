const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** All limits of incidents. Durations are milliseconds, shares and chances are between 0 and 1. */
export const INCIDENT_LIMITS = {
  /** All decisions fall on whole seconds, so that the result does not depend on batches. An incident must appear within five seconds. */
  tickMs: SECOND_MS,
  /** Machines that stop within this time stop together. A report of a failed check takes up to 31 s, and a lost connection 20 to 50 s (docs/istio.md#leaving-times). */
  togetherMs: MINUTE_MS,
  /** A single machine opens an incident after this time. A restart takes less. */
  awayMs: 2 * MINUTE_MS,
  /** The same for one machine of a group that left healthy: until then a successor replaces it, so it is not known to be lost. */
  awayHealthyMs: 10 * MINUTE_MS,
  /** The members of this time after the opening decide what an incident is about. Later ones are compared with them, so that no chain grows. */
  compareMs: 10 * MINUTE_MS,
  /** istiod sweeps the machines of a dead replica 12 to 47 min after their death (docs/istio.md#dead-replica). */
  joinMs: 50 * MINUTE_MS,
  /** An incident recovers only if no machine was added for this time. */
  noneAddedMs: 2 * MINUTE_MS,
  /** Without a further recovery for this time, an incident is open again: the rest does not recover. */
  fallingMs: 30 * MINUTE_MS,
  /** Members must serve for this time. A flapping service fails again within it. */
  servingMs: 5 * MINUTE_MS,
  /** A relapse of members after the end reopens the same incident within this time. */
  reopenMs: 10 * MINUTE_MS,
  /** An incident that did not get worse for this time is long-running. */
  longRunningMs: 24 * HOUR_MS,
  /** Ended incidents take later evidence, such as a sweep, for this time. Then the engine forgets them. */
  evidenceMs: HOUR_MS,
  /** A change this long before the first failure may be its cause. */
  changedBeforeMs: 10 * MINUTE_MS,
  /** A rollback of a change is plausible for this time after the change. */
  rollbackMs: 30 * MINUTE_MS,
  /** Clocks and watches differ by this much: a change this soon after the first failure is at about the same time. */
  skewMs: 5 * SECOND_MS,
  /** Changes older than this are never shown as the last change. */
  rememberedChangeMs: 24 * HOUR_MS,
  /** The machines of the last endpoint and its service have separate watches. Their reports differ by less than this. */
  serviceDelayMs: 2 * SECOND_MS,
  /** A start of Stolos finds existing trouble within this time: the lists of all watches. */
  startMs: 5 * SECOND_MS,
  /** Machines that left healthy are a rolling replacement if not more of their group are away at once. */
  rollingShare: 0.2,
  /**
   * The same for a trait of several groups. An outage takes 6 % of a zone within 4 s, also if one of two replicas dies with it: then half of its machines leave
   * within 30 s, and the others only at the sweep. A rolling replacement of all groups takes less at once.
   */
  rollingTraitShare: 0.06,
  /** A rolling replacement of all groups takes at most this many machines of a trait at once. A large outage must not wait for its tenth. */
  rollingTraitCount: 100,
  /** A rolling replacement ends if no machine was replaced for this time. */
  rollingPauseMs: 10 * MINUTE_MS,
  /** A named trait belongs to at least this share of the members. */
  commonShare: 0.9,
  /** A trait separates if its share among the failed machines is at least this many times its share among the others. */
  farAbove: 2,
  /** The chance that unrelated failures share a trait, if all failures of the minute share it. */
  chanceOfAll: 0.05,
  /** The same if other machines fail, too, divided by the number of failures. Many failures are many tests. */
  chanceOfSome: 0.03,
  /** The same against the earlier failures that led to no incident, for machines of one group. */
  chanceOfNoise: 0.001,
  /** The same for a trait of several groups. A day has 1,440 minutes, and in each of them some ten zones, networks and replicas are compared. */
  chanceOfTraitNoise: 0.000_01,
  /** Failures that led to no incident are counted for these times: a habit, and trouble that began minutes ago. The larger rate counts. */
  noiseMs: [15 * MINUTE_MS, 3 * MINUTE_MS],
  /** At least this many of them are remembered. More do not change the result. */
  noiseCount: 2_000,
  /** The cost in bits of one more cause: two causes must explain the failures better than one by this much. */
  causeBits: 4,
  /** A trait must save this many bits to join failures of several groups: they never separate again. */
  joinBits: 6,
  /** Two traits whose costs differ by less than this many bits separate equally well. */
  equalBits: 1,
  /** Half of a cluster in several groups fails from one cause, even if no trait separates its machines. */
  wholeClusterShare: 0.5,
  wholeClusterGroups: 3,
  /** The characters of a note. Longer texts belong into a document. */
  noteCharacters: 4_000,
  /** The edits of all notes of one incident: one that is open for months must not fill the history. */
  noteEdits: 500,
} as const;

/** Returns the first decision moment at or after a moment. Milliseconds. */
export function nextDecisionMoment(at: number): number {
  return Math.ceil(at / INCIDENT_LIMITS.tickMs) * INCIDENT_LIMITS.tickMs;
}
