import { createBreath } from "./breath";
import { listPages } from "./list";
import type { Outcome } from "./outcome";
import type { SyncContext } from "./sync-context";

/** Replaces what is held by a paged, consistent list; null when it is done, else why it failed. */
export async function replaceByPages(sync: SyncContext): Promise<Outcome | null> {
  const { client, feed, freshness, labelSelector, path, signal, timings } = sync;
  const breath = createBreath(sync.clock);
  const began = sync.clock.monotonic();
  const listed = await listPages({
    client,
    path,
    selector: labelSelector,
    pageMs: timings.pageMs,
    signal,
    async onPage(items, first) {
      if (first) {
        feed.beginReplace();
        freshness.catchingUp("the list is being read");
      }
      for (const item of items) {
        feed.listed(item);
        const others = breath.take();
        if (others !== undefined) await others;
      }
    },
  });
  if (!listed.ok) return { kind: "failed", error: listed.error };
  feed.endReplace();
  sync.version = listed.value.resourceVersion;
  sync.epoch++;
  const { resourceVersion } = listed.value;
  sync.collection({ held: resourceVersion, read: resourceVersion, tookMs: sync.clock.monotonic() - began });
  return null;
}
