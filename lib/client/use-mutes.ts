"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { formatMutes, mutesKey, parseMutes } from "@/lib/contract/mutes";
import { type Mute, withMute, withoutMute } from "@/lib/domain/findings/mute";
import { useOfServerNow } from "./clock";
import { useViewer } from "./viewer";

/** What is muted, and how to change it; of the viewer who looks, in this browser only. */
export interface Mutes {
  readonly list: readonly Mute[];
  mute(mute: Mute): void;
  unmute(what: string): void;
}

const changed = new Set<() => void>();

/** Another tab tells by itself. */
function subscribe(onChange: () => void): () => void {
  changed.add(onChange);
  window.addEventListener("storage", onChange);
  return () => {
    changed.delete(onChange);
    window.removeEventListener("storage", onChange);
  };
}

/** The mutes of the viewer, as this browser keeps them; none while the page is first drawn, and where the browser keeps nothing. */
export function useMutes(): Mutes {
  const key = mutesKey(useViewer().id);
  const now = useOfServerNow(minuteOf);
  const text = useSyncExternalStore(
    subscribe,
    () => kept(key),
    () => null,
  );
  const list = useMemo(() => parseMutes(text), [text]);
  const change = useCallback(
    (next: (mutes: readonly Mute[]) => readonly Mute[]) => {
      keep(key, formatMutes(next(parseMutes(kept(key)))));
      for (const hear of changed) hear();
    },
    [key],
  );
  return useMemo(
    () => ({ list, mute: (mute) => change((mutes) => withMute(mutes, mute, now)), unmute: (what) => change((mutes) => withoutMute(mutes, what)) }),
    [list, change, now],
  );
}

/** The moment by which mutes end, to the minute. */
export function useMuteNow(): number {
  return useOfServerNow(minuteOf);
}

function minuteOf(now: number): number {
  return now - (now % 60_000);
}

/** A browser may refuse to keep anything: then mutes last as long as the page. */
const inMemory = new Map<string, string>();

function kept(key: string): string | null {
  try {
    return window.localStorage.getItem(key) ?? inMemory.get(key) ?? null;
  } catch (error) {
    if (error instanceof DOMException) return inMemory.get(key) ?? null;
    throw error;
  }
}

function keep(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    inMemory.set(key, text);
  }
}
