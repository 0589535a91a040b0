"use client";

import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useKeptRouter } from "@/lib/client/past";
import { type CellGrid, cellAfterKey, cellAtPoint } from "./cell-grid";

interface PointedCell {
  readonly index: number | null;
  /** Call it with the name and address of the pointed cell once they are known. Enter and click open the address. */
  readonly named: (words: string, href: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly clear: () => void;
}

/** Tracks the cell under the pointer or selected with arrow keys. Enter and click open its machine, once its address is known. */
export function usePointedCell(field: RefObject<HTMLElement | null>, cells: number, gridNow: () => CellGrid, say: (words: string) => void): PointedCell {
  const router = useKeptRouter();
  const [index, setIndex] = useState<number | null>(null);
  const href = useRef<string | null>(null);
  const wanted = useRef(false);
  // If the user presses Enter before the address is known, the machine opens as soon as it is. The group, the link's own target, must not open
  // instead.
  const open = useCallback(() => {
    wanted.current = href.current === null;
    if (href.current !== null) router.push(href.current);
  }, [router]);
  const point = useCallback((next: number | null) => {
    setIndex((before) => {
      if (before !== next) {
        href.current = null;
        wanted.current = false;
      }
      return next;
    });
  }, []);
  const named = useCallback(
    (words: string, to: string) => {
      href.current = to;
      say(words);
      if (wanted.current) open();
    },
    [say, open],
  );
  useFieldPointer(field, cells, gridNow, point, open);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return point(null);
    if (event.key === "Enter" && index !== null) {
      event.preventDefault();
      return open();
    }
    const next = cellAfterKey(event.key, index, cells, gridNow().rows);
    if (next === null) return;
    event.preventDefault();
    point(next);
  };
  return { index: index !== null && index < cells ? index : null, named, onKeyDown, clear: useCallback(() => point(null), [point]) };
}

/** Pointer events of the cells. Keyboard users move between cells from the ribbon's link, so the cells themselves are not focusable. */
function useFieldPointer(
  field: RefObject<HTMLElement | null>,
  cells: number,
  gridNow: () => CellGrid,
  point: (next: number | null) => void,
  open: () => void,
): void {
  const grid = useRef(gridNow);
  useEffect(() => {
    grid.current = gridNow;
  });
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    const moved = (event: PointerEvent) => {
      const box = element.getBoundingClientRect();
      point(cellAtPoint(event.clientX - box.left, event.clientY - box.top, cells, grid.current()));
    };
    const left = (event: PointerEvent) => event.pointerType === "mouse" && point(null);
    element.addEventListener("pointermove", moved);
    element.addEventListener("pointerdown", moved);
    element.addEventListener("pointerleave", left);
    element.addEventListener("click", open);
    return () => {
      element.removeEventListener("pointermove", moved);
      element.removeEventListener("pointerdown", moved);
      element.removeEventListener("pointerleave", left);
      element.removeEventListener("click", open);
    };
  }, [field, cells, point, open]);
}
