"use client";

import { type ReactNode, useLayoutEffect } from "react";
import { usePast } from "@/lib/client/past";
import { useAnyLive, useStatus } from "@/lib/client/status";

/** Marks its content as stale while nothing is live, and as past on a page of the past: the CSS inside has no green. Popovers render outside, so <html> has the mark too. */
export function StaleBoundary({ children }: { readonly children: ReactNode }) {
  const isPast = usePast() !== null;
  const mark = useAnyLive() ? null : isPast ? "past" : "";
  const { stream } = useStatus();
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-awake", true);
    if (mark === null) delete document.documentElement.dataset.stale;
    else document.documentElement.dataset.stale = mark;
    document.documentElement.dataset.stream = stream;
  }, [mark, stream]);
  return <div data-stale={mark ?? undefined}>{children}</div>;
}
