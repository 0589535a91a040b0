"use client";

import { type RefObject, useEffect, useState } from "react";

/** How wide an element is, in pixels; a guess until it is laid out; never 0. */
export function useAvailableWidth(element: RefObject<HTMLElement | null>, guessPx: number): number {
  const [widthPx, setWidthPx] = useState(guessPx);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const px = Math.floor(entry?.contentRect.width ?? 0);
      // What is not laid out (a hidden page, a page on its way out) has no width to draw for.
      if (px > 0) setWidthPx(px);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}
