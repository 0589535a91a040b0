import type { KubeError } from "@/lib/server/kube/kube-error";
import type { Backoff } from "./backoff";
import type { Outcome } from "./outcome";
import type { SyncContext } from "./sync-context";

/** Says what an outcome means for a source's freshness, and how long to wait before the next attempt. */
export interface Judge {
  judge(outcome: Outcome): number;
  /** Lists that were needed to repair something. */
  repairs(): number;
  /** What the API server last refused with, or null. */
  error(): KubeError | null;
  /** Something came through again. */
  progress(): void;
}

/** `suspicious` is called when what is held should be compared with the server's list before long: maybe something was missed, or surely. */
export function createJudge(sync: Omit<SyncContext, "progress">, backoff: Backoff, suspicious: (missed: boolean) => void): Judge {
  const { freshness, feed } = sync;
  const { spread, later, secondLook } = delaysOf(sync);
  let repairs = 0;
  let error: KubeError | null = null;
  let absences = 0;
  let refusals = 0;
  let relists = 0;

  function absent({ message, why }: KubeError): number {
    sync.version = null;
    absences++;
    // One 404 may be an API server that has not read its definitions yet; what is held goes with the second.
    if (absences === 1 && feed.counts().objects > 0) {
      freshness.lost(message, why);
      return backoff.next(null);
    }
    // Told first: what goes now is out of sight, which says nothing of what becomes of it.
    freshness.missing("absent", message, why);
    withdraw();
    return later();
  }

  function forbidden(message: string): number {
    refusals++;
    freshness.missing("denied", message);
    // An API server that has just started may refuse once; what is held goes with the second, a few seconds later.
    if (refusals === 1 && feed.counts().objects > 0) return secondLook();
    sync.version = null;
    withdraw();
    freshness.withdrawn(message);
    return later();
  }

  function withdraw(): void {
    if (feed.counts().objects === 0) return;
    feed.beginReplace();
    feed.endReplace();
  }

  function failed(failure: KubeError): number {
    error = failure;
    if (failure.kind === "not-found") return absent(failure);
    if (failure.kind === "forbidden") return forbidden(failure.message);
    if (failure.kind === "unauthorized") {
      refusals++;
      freshness.missing("denied", failure.message, failure.why);
      // Credentials are renewed now and then; but a program that issues them is not started more often than it must.
      return refusals <= 3 ? backoff.next(null) : later();
    }
    if (failure.kind === "gone" || failure.kind === "invalid") sync.version = null;
    freshness.lost(failure.message, failure.why);
    return backoff.next("retryAfterMs" in failure ? failure.retryAfterMs : null);
  }

  return {
    judge(outcome) {
      if (outcome.kind === "stopped") return 0;
      if (outcome.kind === "failed") return failed(outcome.error);
      if (outcome.kind === "relist") {
        repairs++;
        sync.version = null;
        freshness.catchingUp(outcome.reason, outcome.why);
        if (!outcome.expired) suspicious(outcome.missed === true);
        // The server answers, and the list mends it: at once, but never twice without anything good in between.
        return relists++ === 0 ? spread() : backoff.next(null);
      }
      // A stream that ended as all streams do at some time is opened again: after any other end the source is told as lost, whatever its probe waits for.
      freshness.doubt(outcome.how === "closed" ? "catching-up" : "stale", outcome.reason, outcome.why);
      if (outcome.how === "silent") return 0;
      return sync.progressed ? spread() : backoff.next(null);
    },
    repairs: () => repairs,
    error: () => error,
    progress() {
      backoff.progress();
      error = null;
      absences = 0;
      refusals = 0;
      relists = 0;
    },
  };
}

/** Delays that do not grow, in milliseconds. */
function delaysOf({ timings, random }: Pick<SyncContext, "timings" | "random">): Readonly<Record<"spread" | "later" | "secondLook", () => number>> {
  return {
    spread: () => random() * timings.reopenSpreadMs,
    later: () => timings.retryMissingMs * (0.5 + random() / 2),
    secondLook: () => timings.secondLookMs * (0.5 + random() / 2),
  };
}
