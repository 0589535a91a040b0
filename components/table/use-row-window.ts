"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { FIRST_ROWS } from "./first-window";

/** Which rows are worth drawing: indexes [first, last), and how tall one row is in pixels (0 = not measured yet). */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  readonly rowPx: number;
}

const STEP = 10;

/** Follows the scrolling of whatever holds the table. Rows are of one height, so the window is arithmetic and costs the same at any length. */
export function useRowWindow(body: RefObject<HTMLTableSectionElement | null>, total: number): RowWindow {
  const [range, setRange] = useState<RowWindow>({ first: 0, last: FIRST_ROWS, rowPx: 0 });
  // On a far jump there is for a moment no row to measure: what the last one measured still holds.
  const measuredPx = useRef(0);
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const element = body.current;
      const rowPx = (element === null ? 0 : rowHeightOf(element)) || measuredPx.current;
      measuredPx.current = rowPx;
      if (element === null || rowPx === 0) return;
      const next = windowAt({ topPx: element.getBoundingClientRect().top, screenPx: window.innerHeight, rowPx, total });
      setRange((before) => (before.first === next.first && before.last === next.last && before.rowPx === next.rowPx ? before : next));
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    measure();
    document.addEventListener("scroll", soon, { capture: true, passive: true });
    window.addEventListener("resize", soon);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("scroll", soon, { capture: true });
      window.removeEventListener("resize", soon);
    };
  }, [body, total]);
  return range;
}

/** The rows around the screen, in steps, so that scrolling by a few rows draws nothing new. `topPx` is where the first row would stand. */
export function windowAt({ topPx, screenPx, rowPx, total }: { topPx: number; screenPx: number; rowPx: number; total: number }): RowWindow {
  const above = Math.floor(-topPx / rowPx) - STEP;
  const below = Math.ceil((screenPx - topPx) / rowPx) + STEP;
  const last = Math.min(Math.max(Math.ceil(below / STEP) * STEP, STEP * 2), Math.max(total, STEP));
  const first = Math.max(0, Math.min(Math.floor(above / STEP) * STEP, last - STEP));
  return { first, last, rowPx };
}

function rowHeightOf(body: HTMLTableSectionElement): number {
  const rows = body.querySelectorAll("tr[aria-rowindex]");
  const top = rows[0]?.getBoundingClientRect().top;
  const bottom = rows[rows.length - 1]?.getBoundingClientRect().bottom;
  return top === undefined || bottom === undefined ? 0 : (bottom - top) / rows.length;
}
