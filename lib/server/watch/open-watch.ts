import type { ByteStream } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { collectionUrl } from "./collection";
import type { SyncContext } from "./sync-context";

/** Opens a watch: from the version held, or (null) with everything there is, then what changes. */
export function openWatch(sync: SyncContext, version: string | null): Promise<Answer<ByteStream>> {
  const [least, most] = sync.timings.watchLifeMs;
  const lifeSeconds = Math.max(1, Math.round((least + sync.random() * (most - least)) / 1_000));
  const from = version === null ? { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" } : { resourceVersion: version };
  const query = { watch: "true", allowWatchBookmarks: "true", timeoutSeconds: String(lifeSeconds), labelSelector: sync.labelSelector, ...from };
  return sync.client.stream(collectionUrl(sync.path, query), sync.signal);
}
