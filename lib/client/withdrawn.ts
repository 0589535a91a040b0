"use client";

import { useCallback, useSyncExternalStore } from "react";
import { WITHDRAWN } from "@/lib/format/withdrawn-words";
import { useLiveIfAny } from "./live-provider";

/** What is said in the place of what the page showed, once its viewer is not let in any more; null = the viewer is. */
export function useWithdrawnWords(): string | null {
  const live = useLiveIfAny();
  const subscribe = useCallback((listener: () => void) => live?.subscribe(listener) ?? (() => undefined), [live]);
  const read = () => (live?.status.isWithdrawn ? WITHDRAWN : null);
  return useSyncExternalStore(subscribe, read, read);
}
