"use client";

import { useMemo, useSyncExternalStore } from "react";
import type { SavedView } from "@/lib/contract/url/saved-view";
import { followTexts } from "./kept-texts";
import { listViews } from "./saved-views";
import { useViewer } from "./viewer";

/** The views that this browser keeps of its viewer, in step with other tabs; none while the page is first drawn. */
export function useSavedViews(): readonly SavedView[] {
  const { id } = useViewer();
  const stored = useSyncExternalStore(
    followTexts,
    () => JSON.stringify(listViews(id)),
    () => "[]",
  );
  return useMemo(() => JSON.parse(stored) as readonly SavedView[], [stored]);
}
