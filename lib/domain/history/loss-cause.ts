import { earliestSweepAt, FUTURE_TOLERANCE_MS } from "@/lib/domain/verdict/timing";
import type { EndingEvidence, OwnerStateAtEnd } from "./ending-evidence";
import { type EndingCause, isPlannedEnd } from "./transition";

/**
 * The time after a group's deletion within which Kubernetes deletes its entries, in milliseconds: it deletes 20 per second. A later deletion may come
 * from another user.
 */
const GARBAGE_COLLECTED_WITHIN_MS = 15 * 60_000;
/**
 * The delay with which the deletion of a group may be reported after that of its entries, in milliseconds, because groups and entries have separate
 * watches.
 */
export const MAX_WATCH_DELAY_MS = 1_000;

/** Returns true if Kubernetes may have deleted an entry at `endedAt` because its group was deleted at `groupGone`, both in milliseconds. */
export function isGarbageCollected(groupGone: number, endedAt: number): boolean {
  return endedAt >= groupGone - MAX_WATCH_DELAY_MS && endedAt <= groupGone + GARBAGE_COLLECTED_WITHIN_MS;
}

/**
 * The time by which a deadline may be missed and still counts as reached, in milliseconds. The clocks of istiod and Stolos may differ, and istiod's
 * timer and the watch are not exact.
 */
const LEAST_SLACK_MS = 1_000;
/** The time after a deadline within which a deletion counts as due if the duration is assumed, in milliseconds. Then no other cause is likely. */
const TIMER_MS = 2_000;
/** The interval of istiod's sweep of all entries, in grace periods (docs/istio.md#sweep). */
const SWEEP_GRACE_PERIODS = 10;

/**
 * Returns the cause of an entry's end, from evidence only. The cause is "planned" if the group listed the entry as a planned leave and no other
 * intent is proven: a deletion by istiod or with the group only carries out that plan.
 */
export function endingCauseOf(evidence: EndingEvidence): EndingCause {
  const cause = unplannedCauseOf(evidence);
  return evidence.planned === true && !isPlannedEnd(cause) ? "planned" : cause;
}

/**
 * Returns the cause of an entry's end without regard to planned leaves (docs/istio.md#cleanup, #dead-replica, table in `loss-cause.test.ts`), from
 * evidence only. istiod deletes entries that it registered: after the grace period, or when their connection is too old. Kubernetes deletes entries
 * whose owner is gone. A user or a tool deletes all others. Without evidence for one of these the cause is "unknown".
 */
function unplannedCauseOf(evidence: EndingEvidence): EndingCause {
  const { management, owner } = evidence;
  const wasSeen = evidence.notBefore === null || evidence.deletingAt !== null;
  if (management === null) return wasSeen ? "unknown" : "found-missing";
  // istiod never deletes a hand-written entry, so a gap in observation does not matter.
  if (!wasSeen) return management !== "auto" && owner.kind === "none" ? "deleted" : "found-missing";
  const asked = evidence.deletingAt ?? evidence.endedAt;
  const cleanup = management === "auto" ? cleanupOf(evidence) : null;
  if (owner.kind === "gone" && owner.at <= asked + MAX_WATCH_DELAY_MS) return afterGroup(evidence, owner.at, asked, cleanup);
  const due = cleanup === null ? "no" : isDue(cleanup, asked, slackOf(evidence));
  if (cleanup !== null && due === "yes") return evidence.replicas === 0 ? "unknown" : cleanup.cause;
  if (due === "unsure" || !hadNoReason(owner, asked)) return "unknown";
  if (management !== "auto") return "deleted";
  return evidence.draining && evidence.connection === "connected" ? "drained" : "removed";
}

/** The deletion by istiod of an entry that it registered: after the grace period, or by a sweep if the connection has no end (docs/istio.md#cleanup). */
interface Cleanup {
  readonly cause: "left" | "swept";
  readonly at: number;
  /** The latest time of the deletion, if istiod behaves as assumed. */
  readonly latestAt: number;
  readonly sure: boolean;
}

function cleanupOf({ connectedAt, disconnectedAt, grace, maxAge, endedAt }: EndingEvidence): Cleanup | null {
  const sweepMs = SWEEP_GRACE_PERIODS * grace.ms;
  if (connectedAt !== null) {
    if (connectedAt.ms === null) return null;
    // istiod computes an unsigned age: for a time in the future it is huge, so that the deletion is due at once.
    if (connectedAt.ms > endedAt + FUTURE_TOLERANCE_MS) return { cause: "swept", at: 0, latestAt: endedAt, sure: true };
    if (maxAge === null) return { cause: "swept", at: Number.POSITIVE_INFINITY, latestAt: Number.POSITIVE_INFINITY, sure: false };
    // Without a maximum age a connection is never too old.
    if (maxAge.ms === null) return null;
    const at = earliestSweepAt(connectedAt.ms, maxAge.ms);
    return { cause: "swept", at, latestAt: at + sweepMs, sure: maxAge.sure };
  }
  if (disconnectedAt === null) return null;
  if (disconnectedAt.ms === null) return { cause: "left", at: 0, latestAt: endedAt, sure: true };
  const at = disconnectedAt.ms + grace.ms;
  return { cause: "left", at, latestAt: at + TIMER_MS, sure: grace.sure };
}

function isDue({ at, latestAt, sure }: Cleanup, asked: number, slackMs: number): "yes" | "no" | "unsure" {
  const reached = asked >= at - slackMs;
  if (sure) return reached ? "yes" : "no";
  return reached && asked <= latestAt + slackMs ? "yes" : "unsure";
}

/** Returns true if Kubernetes certainly had no reason to delete the objects of the owner. */
function hadNoReason(owner: OwnerStateAtEnd, asked: number): boolean {
  return owner.kind === "none" || owner.kind === "there" || (owner.kind === "gone" && (owner.notBefore ?? owner.at) > asked);
}

/**
 * Returns the cause if the group was deleted before the entry. istiod's deletion counts if it was due before that of the group. Kubernetes deletes
 * all other entries of the group.
 */
function afterGroup(evidence: EndingEvidence, groupGone: number, asked: number, cleanup: Cleanup | null): EndingCause {
  if (cleanup !== null && cleanup.at <= groupGone && isDue(cleanup, asked, slackOf(evidence)) === "yes") return cleanup.cause;
  const waited = asked - groupGone;
  if (waited <= TIMER_MS) return "group-deleted";
  // By this time, istiod and Kubernetes both had a reason to delete the entry.
  if (cleanup !== null && asked >= cleanup.at) return "unknown";
  return waited <= GARBAGE_COLLECTED_WITHIN_MS ? "group-deleted" : "unknown";
}

function slackOf({ grace }: EndingEvidence): number {
  return Math.max(LEAST_SLACK_MS, grace.ms / 5);
}
