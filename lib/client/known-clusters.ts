"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Heartbeat } from "@/lib/contract/status";
import { useLiveIfAny } from "./live-provider";

const noChanges = () => () => undefined;

/** The clusters of the viewer in the order of the kubeconfig, also those that Stolos never reached or whose context it cannot use. */
export function useKnownClusters(): readonly string[] {
  const names = useOfBeat((beat) => JSON.stringify(beat === undefined ? [] : clustersOf(beat)));
  return useMemo(() => JSON.parse(names) as readonly string[], [names]);
}

/** True if the viewer has more than one cluster. Rows, headlines and summaries then name theirs, because equal names may exist in each. */
export function useSeveralClusters(): boolean {
  return useOfBeat((beat) => beat !== undefined && clustersOf(beat).length > 1);
}

function clustersOf({ clusters, problems }: Heartbeat): readonly string[] {
  return [...new Set([...clusters.map(({ cluster }) => cluster), ...problems.flatMap(({ context }) => context ?? [])])];
}

/** A value of the last heartbeat. The component renders again only when it changes. */
function useOfBeat<T extends string | boolean>(read: (beat: Heartbeat | undefined) => T): T {
  const live = useLiveIfAny();
  const subscribe = useCallback((listener: () => void) => live?.subscribe(listener) ?? noChanges(), [live]);
  const snapshot = () => read(live?.status.beat);
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
