"use client";

import { type RefObject, useEffect, useState } from "react";

/** Returns the width of an element in pixels, updated on resize; `guessPx` until the first layout; never 0. */
export function useAvailableWidth(element: RefObject<HTMLElement | null>, guessPx: number): number {
  const [widthPx, setWidthPx] = useState(guessPx);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const px = Math.floor(entry?.contentRect.width ?? 0);
      // An element in a hidden page has width 0, for which no chart can be drawn.
      if (px > 0) setWidthPx(px);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}
