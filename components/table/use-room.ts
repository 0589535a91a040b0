"use client";

import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Column } from "./column";

/** What gives way for want of room: columns, and where that is not enough (`tight`) the ends of names. */
export interface Room {
  readonly given: ReadonlySet<string>;
  readonly tight: boolean;
}

const ENOUGH: Room = { given: new Set<string>(), tight: false };

/** The columns and name ends that were hidden at a width of the table. */
interface Measured {
  readonly widthPx: number;
  readonly room: Room;
}

/**
 * The columns that give way so that nothing else is cut: where the table is wider than its place, the first of those that `yield`, until it fits.
 * What gave way comes back with another width of the place only, so that rows do not jump about.
 */
export function useRoom<R>(box: RefObject<HTMLElement | null>, columns: readonly Column<R>[], active: boolean): Room {
  const [measured, setMeasured] = useState<Measured>({ widthPx: 0, room: ENOUGH });
  useLayoutEffect(() => {
    if (active && box.current !== null) setMeasured(measuredAgain(measured, box.current, columns));
  }, [box, active, columns, measured]);
  useLayoutEffect(() => {
    const { current } = box;
    if (!active || current === null || typeof ResizeObserver === "undefined") return;
    // Other rows can make the table wider than its place. To measure after each change of them would lay out the page for each.
    const observer = new ResizeObserver(() => flushSync(() => setMeasured((before) => measuredAgain(before, current, columns))));
    for (const element of [current, ...current.getElementsByTagName("table")]) observer.observe(element);
    return () => observer.disconnect();
  }, [box, active, columns]);
  return active ? measured.room : ENOUGH;
}

/** The same object if nothing else has to give way. */
function measuredAgain<R>(before: Measured, place: HTMLElement, columns: readonly Column<R>[]): Measured {
  const widthPx = place.clientWidth;
  if (widthPx !== before.widthPx) return { widthPx, room: ENOUGH };
  if (place.scrollWidth <= widthPx || before.room.tight) return before;
  const { given } = before.room;
  const next = yielding(columns).find((key) => !given.has(key));
  return { widthPx, room: next === undefined ? { given, tight: true } : { given: new Set([...given, next]), tight: false } };
}

/** The keys of the columns that give way, the first of them first. */
function yielding<R>(columns: readonly Column<R>[]): readonly string[] {
  return columns
    .filter((column) => column.yields !== undefined)
    .sort((a, b) => (a.yields ?? 0) - (b.yields ?? 0))
    .map(({ key }) => key);
}
