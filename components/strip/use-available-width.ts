"use client";

import { type RefObject, useEffect, useState } from "react";

/** How wide an element is, in pixels; a guess until it is mounted. */
export function useAvailableWidth(element: RefObject<HTMLElement | null>, guessPx: number): number {
  const [widthPx, setWidthPx] = useState(guessPx);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => entry !== undefined && setWidthPx(Math.floor(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}
