"use client";

import { type ReactNode, useLayoutEffect } from "react";
import { useAnyLive, useStatus } from "@/lib/client/status";

/** Marks the page when nothing on it is live: below the mark no token is green. Floating parts live outside, so <html> carries it too. */
export function StaleMark({ children }: { readonly children: ReactNode }) {
  const blind = !useAnyLive();
  const { stream } = useStatus();
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-awake", true);
    document.documentElement.toggleAttribute("data-stale", blind);
    document.documentElement.dataset.stream = stream;
  }, [blind, stream]);
  return <div data-stale={blind ? "" : undefined}>{children}</div>;
}
