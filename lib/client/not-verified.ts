"use client";

import { useMemo } from "react";
import { type HiddenVerifyingSource, hiddenVerifyingSource, type PageFreshness } from "@/lib/domain/verdict/freshness";
import { useFreshness } from "./status";

/** The source that verifies the connections of a cluster (or, without a name, of all) and is not visible; null = all are, or the page is not live. */
export function useNotVerified(cluster?: string): HiddenVerifyingSource | null {
  return hiddenVerifyingSource(useFreshness(cluster));
}

/** The freshness for cells. It has no moment, so that they are drawn again only when its kind changes or connections can be verified no more. */
export function useCellFreshness(cluster?: string): PageFreshness {
  const freshness = useFreshness(cluster);
  const { kind } = freshness;
  const { source = "", namespace = "" } = hiddenVerifyingSource(freshness) ?? {};
  return useMemo(() => {
    if (kind !== "live") return { kind, asOf: 0, reason: "" };
    return source === "" ? { kind, asOf: 0 } : { kind, asOf: 0, notVerified: { source, namespace } };
  }, [kind, source, namespace]);
}
