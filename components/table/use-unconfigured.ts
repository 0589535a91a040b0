"use client";

import { useKnownClusters } from "@/lib/client/known-clusters";
import { usePast } from "@/lib/client/past";
import { clustersNotConfigured } from "@/lib/format/absence";

/**
 * Explains an empty list whose selected clusters are not configured, or not visible to the viewer. Null = another reason, or a page of the past: a cluster may have
 * been configured then.
 */
export function useUnconfiguredText(selected: readonly string[]): string | null {
  const known = useKnownClusters();
  const isPast = usePast() !== null;
  const isNone = selected.length > 0 && !selected.some((cluster) => known.includes(cluster));
  return isNone && !isPast ? clustersNotConfigured(selected) : null;
}
