"use client";

import { useEffect } from "react";
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
