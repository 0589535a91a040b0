"use client";

import { useEffect, useState } from "react";
import type { WindowedView } from "@/components/table/use-windowed-view";
import { useKeptRouter } from "@/lib/client/past";
import { rememberNeighbour } from "@/lib/client/way-back";
import type { EntriesHead } from "@/lib/contract/heads";
import { pagePaths } from "@/lib/contract/paths";
import type { EntryRow } from "@/lib/contract/rows";

const KEY = "stolos.trail";

/** The list an entry was opened from, as far as it was in the browser then. */
export interface Trail {
  /** The address of the list. */
  readonly list: string;
  readonly matched: number;
  readonly offset: number;
  readonly hrefs: readonly string[];
}

/** Where an entry stands in its trail, and its neighbours; null where it was not opened from a list. */
export interface TrailPlace {
  readonly list: string;
  readonly place: number;
  readonly matched: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** Remembers the list at the moment one of its rows is opened, in this tab only. */
export function useTrailMark(view: WindowedView<EntriesHead, EntryRow>): () => void {
  return () => {
    const trail: Trail = {
      list: `${window.location.pathname}${window.location.search}`,
      matched: view.head?.matched ?? view.rows.length,
      offset: view.offset,
      hrefs: view.rows.map((row) => pagePaths.entry(row.cluster, row.namespace, row.name, row.uid)),
    };
    try {
      sessionStorage.setItem(KEY, JSON.stringify(trail));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };
}

/** Where `href` stands in the trail of this tab. The keys n and p go to its neighbours. */
export function useTrailPlace(href: string): TrailPlace | null {
  const [place, setPlace] = useState<TrailPlace | null>(null);
  const router = useKeptRouter();
  useEffect(() => {
    const found = placeIn(readTrail(), href);
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

export function placeIn(trail: Trail | null, href: string): TrailPlace | null {
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

function readTrail(): Trail | null {
  try {
    const trail: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return isTrail(trail) ? trail : null;
  } catch {
    return null;
  }
}

function isTrail(value: unknown): value is Trail {
  if (typeof value !== "object" || value === null) return false;
  const { list, matched, offset, hrefs } = value as Partial<Record<keyof Trail, unknown>>;
  const isHref = (href: unknown) => typeof href === "string" && href.startsWith("/") && !href.startsWith("//");
  return isHref(list) && typeof matched === "number" && typeof offset === "number" && Array.isArray(hrefs) && hrefs.every(isHref);
}
