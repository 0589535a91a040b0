import { addToDigest, mismatchesOf, suspectsOf } from "./digest";
import { listPages, METADATA_ONLY } from "./list";
import { createPause } from "./pause";
import type { SyncContext } from "./sync-context";

/**
 * Compares what is held with the server's own list, identity and version only. Answers with the number of real differences, or null where
 * it could not be told: the list failed, or what is held was replaced meanwhile.
 */
export async function countMismatches(sync: SyncContext, held: () => Iterable<readonly [string, string]>): Promise<number | null> {
  const { epoch } = sync;
  const removals = sync.feed.watchRemovals();
  try {
    let digest = new Map<string, string>();
    const listed = await listPages({
      client: sync.client,
      path: sync.path,
      selector: sync.labelSelector,
      pageMs: sync.timings.pageMs,
      signal: sync.signal,
      accept: METADATA_ONLY,
      async onPage(items, first) {
        if (first) digest = new Map();
        addToDigest(digest, items);
      },
    });
    if (!listed.ok || sync.epoch !== epoch) return null;
    const suspects = suspectsOf(held(), digest, listed.value.resourceVersion);
    if (suspects.length === 0) return 0;
    await createPause(sync.clock, sync.signal)(sync.timings.digestSettleMs);
    if (sync.epoch !== epoch || sync.signal.aborted) return null;
    return mismatchesOf(suspects, held(), removals.uids).length;
  } finally {
    removals.end();
  }
}
