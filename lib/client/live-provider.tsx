"use client";

import { notifyManager, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Heartbeat } from "@/lib/contract/status";
import { forgetViewer } from "./forget";
import { LiveStore } from "./live-store";
import { openLiveSource } from "./open-live-source";
import { pageCache } from "./page-cache";
import { onSession } from "./session-channel";
import { useViewer } from "./viewer";

// What a frame changed is drawn in the task that brought it: the usual timer would let everything else of the page go first.
notifyManager.setScheduler(queueMicrotask);

const Live = createContext<LiveStore | null>(null);

/** Holds the page's live connection and its query cache; the one place with an effect that opens them. */
export function LiveProvider({ initial, build, children }: { readonly initial: Heartbeat; readonly build: string; readonly children: ReactNode }) {
  const [cache] = useState(pageCache);
  const { id } = useViewer();
  const [live] = useState(() => new LiveStore(cache, initial, build, () => performance.now(), id));
  useEffect(() => live.connect((listener) => openLiveSource(listener, id)), [live, id]);
  useEffect(() => onSession((viewer) => (viewer === id ? live.handOver() : forgetViewer(cache, () => window.location.reload()))), [live, cache, id]);
  return (
    <QueryClientProvider client={cache}>
      <Live value={live}>{children}</Live>
    </QueryClientProvider>
  );
}

/** The page's live connection. */
export function useLive(): LiveStore {
  const live = useContext(Live);
  if (live === null) throw new Error("useLive needs a LiveProvider above it");
  return live;
}

/** The same; null for what is drawn outside of a page with one. */
export function useLiveIfAny(): LiveStore | null {
  return useContext(Live);
}

/** Forgets what this tab holds of its viewer, then begins anew. */
export function useForgetViewer(): (begin: () => void) => void {
  const cache = useQueryClient();
  return (begin) => forgetViewer(cache, begin);
}
