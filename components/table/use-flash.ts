"use client";

import { type RefObject, useEffect, useRef } from "react";

const WASH_MS = 1600;

/** Washes the row once when what it says has changed, but not when it appears; still with reduced motion. */
export function useFlash(element: RefObject<HTMLElement | null>, signature: string): void {
  const said = useRef(signature);
  useEffect(() => {
    if (said.current === signature) return;
    said.current = signature;
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    // A colour that fades would be painted anew with every frame; a sheet that grows transparent is not.
    element.current?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: WASH_MS, easing: "ease-out", pseudoElement: "::after" });
  }, [element, signature]);
}
