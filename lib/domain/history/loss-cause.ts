import { earliestSweepAt, FUTURE_TOLERANCE_MS } from "@/lib/domain/verdict/timing";
import type { EndingEvidence, OwnerFate } from "./ending-evidence";
import { isPlanned, type LossCause } from "./transition";

/** Kubernetes deletes the entries of a deleted group within moments, 20 a second. Later another user may have deleted an entry. Milliseconds. */
const GARBAGE_COLLECTED_WITHIN_MS = 15 * 60_000;
/** Groups and entries have two watches: the deletion of a group may be reported so long after that of its entries. Milliseconds. */
export const REPORT_DELAY_MS = 1_000;

/** True if Kubernetes may have deleted an entry at `endedAt` because its group was deleted at `groupGone`. Milliseconds. */
export function isGarbageCollected(groupGone: number, endedAt: number): boolean {
  return endedAt >= groupGone - REPORT_DELAY_MS && endedAt <= groupGone + GARBAGE_COLLECTED_WITHIN_MS;
}

/** istiod's clock and ours may differ a little, and both its timer and the watch take a moment: so much before the deadline still counts as reached. */
const LEAST_SLACK_MS = 1_000;
/** Where a duration is only assumed, a deletion tells of it if it came so soon after the deadline that nothing else is likely. */
const TIMER_MS = 2_000;
/** istiod looks at all entries every ten grace periods (docs/istio.md#sweep). */
const SWEEP_GRACE_PERIODS = 10;

/**
 * Why an entry ended, by evidence only. Where its group named it as planned to go, that is why, unless something else is known to have been somebody's
 * will: what istiod or the collection of a group then does is the plan carried out.
 */
export function lossCauseOf(evidence: EndingEvidence): LossCause {
  const cause = unplannedCauseOf(evidence);
  return evidence.planned === true && !isPlanned(cause) ? "planned" : cause;
}

/**
 * Why an entry ended (docs/istio.md#cleanup, #dead-replica, table in `loss-cause-of.test.ts`), judged by evidence only. istiod deletes what it registered, once
 * it is away for the grace period or its connection is too old; Kubernetes deletes what had an owner that is gone; whatever else goes was deleted by
 * somebody. Where evidence for one of these is missing the cause is not known.
 */
function unplannedCauseOf(evidence: EndingEvidence): LossCause {
  const { management, owner } = evidence;
  const wasSeen = evidence.notBefore === null || evidence.deletingAt !== null;
  if (management === null) return wasSeen ? "unknown" : "found-missing";
  // istiod deletes nothing that people wrote, whether somebody looks or not.
  if (!wasSeen) return management !== "auto" && owner.kind === "none" ? "deleted" : "found-missing";
  const asked = evidence.deletingAt ?? evidence.endedAt;
  const cleanup = management === "auto" ? cleanupOf(evidence) : null;
  if (owner.kind === "gone" && owner.at <= asked + REPORT_DELAY_MS) return afterGroup(evidence, owner.at, asked, cleanup);
  const due = cleanup === null ? "no" : isDue(cleanup, asked, slackOf(evidence));
  if (cleanup !== null && due === "yes") return evidence.replicas === 0 ? "unknown" : cleanup.cause;
  if (due === "unsure" || !hadNoReason(owner, asked)) return "unknown";
  if (management !== "auto") return "deleted";
  return evidence.draining && evidence.connection === "connected" ? "drained" : "removed";
}

/** When istiod deletes an entry that it registered: after the grace period, or, where nobody ended the connection, by a sweep (docs/istio.md#cleanup). */
interface Cleanup {
  readonly cause: "left" | "swept";
  readonly at: number;
  /** When it has happened at the latest, if istiod is as assumed. */
  readonly latestAt: number;
  readonly sure: boolean;
}

function cleanupOf({ connectedAt, disconnectedAt, grace, maxAge, endedAt }: EndingEvidence): Cleanup | null {
  const sweepMs = SWEEP_GRACE_PERIODS * grace.ms;
  if (connectedAt !== null) {
    if (connectedAt.ms === null) return null;
    // Read as a huge unsigned age, a time in the future is due at once.
    if (connectedAt.ms > endedAt + FUTURE_TOLERANCE_MS) return { cause: "swept", at: 0, latestAt: endedAt, sure: true };
    if (maxAge === null) return { cause: "swept", at: Number.POSITIVE_INFINITY, latestAt: Number.POSITIVE_INFINITY, sure: false };
    // A connection may be as old as it likes.
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

/** Is it sure that Kubernetes had no reason to collect what this owned? */
function hadNoReason(owner: OwnerFate, asked: number): boolean {
  return owner.kind === "none" || owner.kind === "there" || (owner.kind === "gone" && (owner.notBefore ?? owner.at) > asked);
}

/** Its group went first. Whom istiod would have deleted before that, it did; of the others, Kubernetes collects all that the group owned. */
function afterGroup(evidence: EndingEvidence, groupGone: number, asked: number, cleanup: Cleanup | null): LossCause {
  if (cleanup !== null && cleanup.at <= groupGone && isDue(cleanup, asked, slackOf(evidence)) === "yes") return cleanup.cause;
  const waited = asked - groupGone;
  if (waited <= TIMER_MS) return "group-deleted";
  // Both had a reason by then.
  if (cleanup !== null && asked >= cleanup.at) return "unknown";
  return waited <= GARBAGE_COLLECTED_WITHIN_MS ? "group-deleted" : "unknown";
}

function slackOf({ grace }: EndingEvidence): number {
  return Math.max(LEAST_SLACK_MS, grace.ms / 5);
}
