"use client";

import { useNow } from "@/lib/client/clock";
import { freshnessOf, useStatus } from "@/lib/client/status";

/** Whether anything on the page is live: one cluster that is, seen over a stream that is. */
export function useAnyLive(): boolean {
  const status = useStatus();
  const now = useNow();
  return status.clusters.some(({ cluster }) => freshnessOf(status, now, cluster).kind === "live");
}
