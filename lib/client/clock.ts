"use client";

import { useCallback, useSyncExternalStore } from "react";
import { useLive } from "./live-provider";

const TICK_MS = 1_000;

const ticked = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all clocks of a page, and only while there are some: they change together. */
function subscribe(tick: () => void): () => void {
  ticked.add(tick);
  timer ??= setInterval(() => {
    for (const call of ticked) call();
  }, TICK_MS);
  return () => {
    ticked.delete(tick);
    if (ticked.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Server time in milliseconds, once a second. While the page is first drawn it is the server's own moment, so that both draw the same. */
export function useNow(): number {
  const live = useLive();
  const seconds = useCallback(() => wholeSeconds(live.serverNow()), [live]);
  const painted = useCallback(() => wholeSeconds(live.painted), [live]);
  return useSyncExternalStore(subscribe, seconds, painted);
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / TICK_MS) * TICK_MS;
}
