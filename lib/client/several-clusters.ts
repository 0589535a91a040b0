"use client";

import { useCallback, useSyncExternalStore } from "react";
import { useLiveIfAny } from "./live-provider";

const noChanges = () => () => undefined;

/** True if the viewer has more than one cluster. Rows, headlines and summaries then name theirs, because equal names may exist in each. */
export function useSeveralClusters(): boolean {
  const live = useLiveIfAny();
  const read = useCallback(() => (live?.status.beat.clusters.length ?? 0) > 1, [live]);
  return useSyncExternalStore(live?.subscribe ?? noChanges, read, read);
}
