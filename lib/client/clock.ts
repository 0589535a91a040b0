"use client";

import { useCallback, useSyncExternalStore } from "react";
import { useLive } from "./live-provider";
import { usePast } from "./past";

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

/** The moment that a page's ages and countdowns refer to, in milliseconds: server time, once a second; on a page of the past, its moment. */
export function useNow(): number {
  const past = usePast();
  const now = useServerNow();
  return past ?? now;
}

/** Server time whatever the page is about. While the page is first drawn it is the server's own moment, so that both draw the same. */
export function useServerNow(): number {
  const live = useLive();
  const seconds = useCallback(() => wholeSeconds(live.serverNow()), [live]);
  const painted = useCallback(() => wholeSeconds(live.painted), [live]);
  return useSyncExternalStore(subscribe, seconds, painted);
}

/**
 * What `read` makes of the moment of `useNow`: drawn again only when that is something else, not at every tick. A list has hundreds of ages,
 * of which few change in a second.
 */
export function useOfNow<T extends string | number | boolean>(read: (now: number) => T): T {
  const past = usePast();
  const live = useLive();
  const reading = () => read(past ?? wholeSeconds(live.serverNow()));
  const first = () => read(past ?? wholeSeconds(live.painted));
  return useSyncExternalStore(subscribe, reading, first);
}

/** The same of server time, whatever the page is about. */
export function useOfServerNow<T extends string | number | boolean>(read: (now: number) => T): T {
  const live = useLive();
  const reading = () => read(wholeSeconds(live.serverNow()));
  const first = () => read(wholeSeconds(live.painted));
  return useSyncExternalStore(subscribe, reading, first);
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / TICK_MS) * TICK_MS;
}
