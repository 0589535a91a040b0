"use client";

import { useEffect, useLayoutEffect } from "react";
import { replayEarlyInput } from "./early-input";

/** Replays the input from before hydration once all effects of the page have run: handlers and the router are ready then. */
export function ReplayEarlyInput() {
  useLayoutEffect(() => {
    if (window.earlyInput !== undefined) window.earlyInput.isHydrated = true;
  }, []);
  useEffect(() => queueMicrotask(replayEarlyInput), []);
  return null;
}
