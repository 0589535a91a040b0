"use client";

import { type RefObject, useLayoutEffect, useState } from "react";
import type { Column } from "./column";

const NONE: ReadonlySet<string> = new Set();

/**
 * The columns that give way so that nothing else is cut: where the table is wider than its place, the first of those that `yield`, until it fits.
 * What gave way comes back with another width of the place only, so that rows do not jump about.
 */
export function useRoom<R>(box: RefObject<HTMLElement | null>, columns: readonly Column<R>[], active: boolean): ReadonlySet<string> {
  const [given, setGiven] = useState<{ readonly widthPx: number; readonly keys: ReadonlySet<string> }>({ widthPx: 0, keys: NONE });
  const [, measureAgain] = useState(0);
  useLayoutEffect(() => {
    const { current } = box;
    if (!active || current === null || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => measureAgain((times) => times + 1));
    observer.observe(current);
    return () => observer.disconnect();
  }, [box, active]);
  useLayoutEffect(() => {
    const { current } = box;
    if (!active || current === null) return;
    const widthPx = current.clientWidth;
    if (widthPx !== given.widthPx) return setGiven({ widthPx, keys: NONE });
    if (current.scrollWidth <= widthPx) return;
    const next = yielding(columns).find((key) => !given.keys.has(key));
    if (next !== undefined) setGiven({ widthPx, keys: new Set([...given.keys, next]) });
  });
  return active ? given.keys : NONE;
}

/** The keys of the columns that give way, the first of them first. */
export function yielding<R>(columns: readonly Column<R>[]): readonly string[] {
  return columns
    .filter((column) => column.yields !== undefined)
    .sort((a, b) => (a.yields ?? 0) - (b.yields ?? 0))
    .map(({ key }) => key);
}
