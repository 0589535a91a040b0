import { applyEvent } from "./apply-event";
import { openWatch } from "./open-watch";
import type { Outcome } from "./outcome";
import type { Patrol } from "./patrol";
import { readStream } from "./read-stream";
import { markProgress, type SyncContext } from "./sync-context";
import type { WatchEvent } from "./watch-event";

/**
 * Replaces what is held by a streamed list and goes on following the same stream (`sendInitialEvents`).
 * Null where the server does not stream lists: then the paged one is due.
 */
export async function streamList(sync: SyncContext, patrol: Patrol): Promise<Outcome | null> {
  const { clock, feed, freshness, timings } = sync;
  sync.progressed = false;
  const began = clock.monotonic();
  const opened = await openWatch(sync, null);
  if (!opened.ok) {
    if (opened.error.kind !== "invalid") return { kind: "failed", error: opened.error };
    sync.streamedLists = false;
    return null;
  }
  let listing = true;
  let unsupported = false;
  let cancelSettled: () => void = () => undefined;
  const watch = patrol.during(opened.value);
  feed.beginReplace();

  function listed(event: WatchEvent): Outcome | null {
    if (event.kind === "put") feed.listed(event.object);
    if (event.kind === "delete") return { kind: "relist", expired: false, reason: "a deletion in the middle of a list" };
    if (event.kind === "gone") return { kind: "relist", expired: true, reason: event.reason, why: event.why };
    if (event.kind === "broken") return { kind: "relist", expired: false, reason: event.reason, why: event.why };
    if (event.kind !== "bookmark") return null;
    if (!event.endsInitial) {
      unsupported = true;
      return { kind: "stopped" };
    }
    listing = false;
    feed.endReplace();
    sync.version = event.resourceVersion;
    sync.epoch++;
    sync.collection({ held: event.resourceVersion, read: event.resourceVersion, tookMs: clock.monotonic() - began });
    freshness.live();
    cancelSettled = clock.setTimer(() => markProgress(sync), timings.settledMs);
    return null;
  }

  try {
    const outcome = await readStream({
      stream: opened.value,
      clock,
      silenceMs: () => (listing ? timings.streamedListSilenceMs : timings.silenceMs),
      onBytes: () => (listing ? freshness.catchingUp("the list is being read") : freshness.prove()),
      onEvent: (event) => (listing ? listed(event) : (watch.outcome() ?? applyEvent(sync, event))),
    });
    if (listing && (unsupported || (outcome.kind === "ended" && outcome.how === "silent"))) {
      // A server that knows the parameter ends its list with a mark; this one went quiet, or sent another.
      sync.streamedLists = !unsupported;
      return null;
    }
    return watch.outcome() ?? outcome;
  } finally {
    cancelSettled();
    watch.end();
    if (listing) feed.abandonReplace();
  }
}
