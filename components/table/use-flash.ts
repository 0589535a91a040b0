"use client";

import { type RefObject, useEffect, useRef } from "react";

const WASH_MS = 1600;

/** Washes the element once when what it says has changed, but not when it appears; still with reduced motion. */
export function useFlash(element: RefObject<HTMLElement | null>, signature: string): void {
  const said = useRef(signature);
  useEffect(() => {
    if (said.current === signature) return;
    said.current = signature;
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const cell of element.current?.querySelectorAll("td") ?? []) {
      cell.animate([{ backgroundColor: "var(--accent-soft)" }, { backgroundColor: "transparent" }], { duration: WASH_MS, easing: "ease-out" });
    }
  }, [element, signature]);
}
