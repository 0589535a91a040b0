"use client";

import { useMemo, useSyncExternalStore } from "react";
import type { NewGroupMeshField, NewGroupMeshValues } from "@/lib/contract/answers/bundle";
import { followTexts } from "./kept-texts";
import { ownFactsOf, saveOwnFact, storedOwnFacts } from "./own-facts";
import { useViewer } from "./viewer";

/** What the viewer typed of a cluster's mesh, in step with other tabs, and what keeps a change of it. */
export function useOwnFacts(cluster: string): { readonly own: NewGroupMeshValues; type(fact: NewGroupMeshField, text: string): void } {
  const { id: viewer } = useViewer();
  const stored = useSyncExternalStore(
    followTexts,
    () => storedOwnFacts(viewer, cluster),
    () => null,
  );
  const own = useMemo(() => ownFactsOf(stored), [stored]);
  return { own, type: (fact, text) => saveOwnFact(viewer, cluster, fact, text) };
}
