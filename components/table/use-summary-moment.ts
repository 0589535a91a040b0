"use client";

import { useLive } from "@/lib/client/live-provider";
import { useFreshness } from "@/lib/client/status";
import { type SummaryMoment, summaryMoment } from "@/lib/format/summary-moment";

/** The moment that a summary of a cluster, or (without one) of all of them, is of when it is copied. */
export function useSummaryMoment(cluster?: string): () => SummaryMoment {
  const live = useLive();
  const freshness = useFreshness(cluster);
  return () => summaryMoment(freshness, live.serverNow());
}
