"use client";

import { useEffect, useState } from "react";
import type { WindowedView } from "@/components/table/use-windowed-view";
import { pageMemory } from "@/lib/client/page-memory";
import { useKeptRouter } from "@/lib/client/past";
import { rememberNeighbour } from "@/lib/client/way-back";
import { pagePaths } from "@/lib/contract/url/paths";
import type { EntriesHead } from "@/lib/contract/views/entries";
import type { EntryRow } from "@/lib/contract/views/entry-row";

/** The list from which an entry was opened, with the rows that the browser had loaded. */
export interface SourceList {
  /** The address of the list. */
  readonly list: string;
  readonly matched: number;
  readonly offset: number;
  readonly hrefs: readonly string[];
}

const memory = pageMemory<SourceList>();

/** The position of an entry in its list, and its neighbours; null if it was not opened from a list. */
export interface PositionInSourceList {
  readonly list: string;
  readonly place: number;
  readonly matched: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns a function that stores the list when the user opens one of its rows. Lasts until the document is reloaded. */
export function useStoreSourceList(view: WindowedView<EntriesHead, EntryRow>): () => void {
  return () => {
    memory.set({
      list: `${window.location.pathname}${window.location.search}`,
      matched: view.head?.matched ?? view.rows.length,
      offset: view.offset,
      hrefs: view.rows.map((row) => pagePaths.entry(row.cluster, row.namespace, row.name, row.uid)),
    });
  };
}

/** Returns the position of `href` in the stored list. The keys n and p open its neighbours. */
export function usePositionInSourceList(href: string): PositionInSourceList | null {
  const [place, setPlace] = useState<PositionInSourceList | null>(null);
  const router = useKeptRouter();
  useEffect(() => {
    const found = positionInSourceList(memory.get(), href);
    setPlace(found);
    if (found !== null) rememberNeighbour({ list: found.list, href, index: found.place - 1 });
  }, [href]);
  useEffect(() => {
    if (place === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select, [contenteditable], [role=dialog]") !== null) return;
      const next = event.key === "n" ? place.after : event.key === "p" ? place.before : null;
      if (next === null) return;
      event.preventDefault();
      router.push(next);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [place, router]);
  return place;
}

export function positionInSourceList(trail: SourceList | null, href: string): PositionInSourceList | null {
  const index = trail?.hrefs.indexOf(href) ?? -1;
  if (trail === null || index < 0) return null;
  return {
    list: trail.list,
    place: trail.offset + index + 1,
    matched: trail.matched,
    before: trail.hrefs[index - 1] ?? null,
    after: trail.hrefs[index + 1] ?? null,
  };
}
