"use client";

import { clsx } from "clsx";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { cornerOf, type Grid } from "./grid";

interface PointedCellProps {
  readonly index: number;
  readonly grid: Grid;
  readonly children: ReactNode;
}

/** The frame around the cell that is pointed at, with its name beneath. It exists only after a pointer or a key, so its place may be a style. */
export function PointedCell({ index, grid, children }: PointedCellProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const [leftwards, setLeftwards] = useState(false);
  const { x, y } = cornerOf(index, grid);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    Object.assign(element.style, { left: `${x - 2}px`, top: `${y - 2}px`, width: `${grid.cellPx + 4}px`, height: `${grid.cellPx + 4}px` });
    setLeftwards(element.getBoundingClientRect().left > window.innerWidth - 320);
  }, [x, y, grid.cellPx]);
  return (
    <span ref={frame} className="pointer-events-none absolute z-10 block rounded-[3px] outline-2 outline-accent">
      <span className={clsx("absolute top-[calc(100%+6px)] block", leftwards ? "right-0" : "left-0")}>{children}</span>
    </span>
  );
}
