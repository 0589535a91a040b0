"use client";

import { useCallback, useSyncExternalStore } from "react";
import { useLive } from "./live-provider";

const TICK_MS = 1_000;

/** Server time in milliseconds, once a second. While the page is first drawn it is the server's own moment, so that both draw the same. */
export function useNow(): number {
  const live = useLive();
  const subscribe = useCallback((tick: () => void) => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = useCallback(() => Math.floor(live.serverNow() / TICK_MS) * TICK_MS, [live]);
  const painted = useCallback(() => Math.floor(live.painted / TICK_MS) * TICK_MS, [live]);
  return useSyncExternalStore(subscribe, seconds, painted);
}
