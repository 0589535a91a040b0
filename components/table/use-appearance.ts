"use client";

import { useEffect, useRef } from "react";
import { useKnownClusters } from "@/lib/client/known-clusters";
import { useView } from "@/lib/client/use-view";
import { NO_ROWS } from "./first-window";

/** Waits on the page of an object that is nowhere until there is one, and loads its page then: Next keeps what a 404 shows when it is drawn again. */
export function useAppearance(kind: "group" | "entry", query: string): void {
  const { state } = useView(kind, query, NO_ROWS);
  const isThere = state?.head.found === true;
  useEffect(() => {
    if (isThere) window.location.reload();
  }, [isThere]);
}

/** Loads the page again when its cluster is removed: the server then says so. Without it, the page would report the object as lost. */
export function useReloadOnRemoval(cluster: string): void {
  const isKnown = useKnownClusters().includes(cluster);
  const wasKnown = useRef(false);
  useEffect(() => {
    if (wasKnown.current && !isKnown) window.location.reload();
    wasKnown.current = isKnown;
  }, [isKnown]);
}
