"use client";

import { type RefObject, useLayoutEffect, useState } from "react";
import type { Column } from "./column";

/** What gives way for want of room: columns, and where that is not enough (`tight`) the ends of names. */
export interface Room {
  readonly given: ReadonlySet<string>;
  readonly tight: boolean;
}

const ENOUGH: Room = { given: new Set<string>(), tight: false };

/**
 * The columns that give way so that nothing else is cut: where the table is wider than its place, the first of those that `yield`, until it fits.
 * What gave way comes back with another width of the place only, so that rows do not jump about.
 */
export function useRoom<R>(box: RefObject<HTMLElement | null>, columns: readonly Column<R>[], active: boolean): Room {
  const [measured, setMeasured] = useState<{ readonly widthPx: number; readonly room: Room }>({ widthPx: 0, room: ENOUGH });
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
    if (widthPx !== measured.widthPx) return setMeasured({ widthPx, room: ENOUGH });
    if (current.scrollWidth <= widthPx || measured.room.tight) return;
    const { given } = measured.room;
    const next = yielding(columns).find((key) => !given.has(key));
    setMeasured({ widthPx, room: next === undefined ? { given, tight: true } : { given: new Set([...given, next]), tight: false } });
  });
  return active ? measured.room : ENOUGH;
}

/** The keys of the columns that give way, the first of them first. */
function yielding<R>(columns: readonly Column<R>[]): readonly string[] {
  return columns
    .filter((column) => column.yields !== undefined)
    .sort((a, b) => (a.yields ?? 0) - (b.yields ?? 0))
    .map(({ key }) => key);
}
