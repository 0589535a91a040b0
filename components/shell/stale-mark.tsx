"use client";

import { type ReactNode, useLayoutEffect } from "react";
import { useFreshness, useStatus } from "@/lib/client/status";

/** Marks the page when nothing on it is live: below the mark no token is green. Floating parts live outside, so <html> carries it too. */
export function StaleMark({ children }: { readonly children: ReactNode }) {
  const { clusters, stream } = useStatus();
  const worst = useFreshness();
  const blind = worst.kind !== "live" && (stream === "lost" || !clusters.some(({ freshness }) => freshness.kind === "live"));
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-stale", blind);
  }, [blind]);
  return <div data-stale={blind ? "" : undefined}>{children}</div>;
}
