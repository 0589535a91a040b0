"use client";

import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Beat } from "@/lib/contract/status";
import { LiveStore } from "./live-store";
import { openLiveSource } from "./open-live-source";
import { withSameParts } from "./same-parts";

// What a frame changed is drawn in the task that brought it: the usual timer would let everything else of the page go first.
notifyManager.setScheduler(queueMicrotask);

const Live = createContext<LiveStore | null>(null);

/** Holds the page's live connection and its query cache; the one place with an effect that opens them. */
export function LiveProvider({ initial, build, children }: { readonly initial: Beat; readonly build: string; readonly children: ReactNode }) {
  const [cache] = useState(
    () =>
      new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, structuralSharing: withSameParts, retry: false } } }),
  );
  const [live] = useState(() => new LiveStore(cache, initial, build, () => performance.now()));
  useEffect(() => live.connect(openLiveSource), [live]);
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
