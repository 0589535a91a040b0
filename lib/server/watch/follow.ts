import { applyEvent } from "./apply-event";
import { openWatch } from "./open-watch";
import { because, type Outcome } from "./outcome";
import type { Patrol } from "./patrol";
import { readStream } from "./read-stream";
import { markProgress, type SyncContext } from "./sync-context";

/** A stream younger than this has shown nothing, whatever it brought. */
const YOUNG_MS = 1_000;

/** Follows the collection from the version held until the stream ends, one way or another. */
export async function follow(sync: SyncContext, patrol: Patrol): Promise<Outcome> {
  const { clock, freshness, timings } = sync;
  sync.progressed = false;
  const opened = await openWatch(sync, sync.version);
  if (!opened.ok) {
    if (opened.error.kind === "gone") return { kind: "relist", expired: true, ...because({ code: "expired", text: opened.error.message }) };
    return { kind: "failed", error: opened.error };
  }
  const openedAt = clock.monotonic();
  const cancelSettled = clock.setTimer(() => markProgress(sync), timings.settledMs);
  // What was missed while away comes first: live only after it had a moment to arrive.
  const wasLive = freshness.current().kind === "live";
  if (wasLive) freshness.live();
  const cancelCaughtUp = wasLive ? null : clock.setTimer(() => freshness.live(), timings.catchUpMs);
  const watch = patrol.during(opened.value);
  try {
    const outcome = await readStream({
      stream: opened.value,
      clock,
      silenceMs: () => timings.silenceMs,
      onBytes: () => freshness.prove(),
      onEvent: (event) => {
        const bad = watch.outcome() ?? applyEvent(sync, event);
        if (bad === null && clock.monotonic() - openedAt >= Math.min(YOUNG_MS, timings.settledMs)) markProgress(sync);
        return bad;
      },
    });
    return watch.outcome() ?? outcome;
  } finally {
    cancelSettled();
    cancelCaughtUp?.();
    watch.end();
  }
}
