"use client";

import { type ReactNode, useLayoutEffect } from "react";
import { useAnyLive, useStatus } from "@/lib/client/status";

/** Marks its content as stale while nothing is live: the CSS inside has no green. Popovers render outside, so <html> has the mark too. */
export function StaleBoundary({ children }: { readonly children: ReactNode }) {
  const blind = !useAnyLive();
  const { stream } = useStatus();
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-awake", true);
    document.documentElement.toggleAttribute("data-stale", blind);
    document.documentElement.dataset.stream = stream;
  }, [blind, stream]);
  return <div data-stale={blind ? "" : undefined}>{children}</div>;
}
