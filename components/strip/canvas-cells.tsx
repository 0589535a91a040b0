"use client";

import { useEffect, useRef } from "react";
import type { CellKind } from "@/components/state/tone";
import { cornerOf, type Grid } from "./grid";
import type { Paint, Paints } from "./paints";
import type { Run } from "./runs";

interface CanvasCellsProps {
  readonly runs: readonly Run[];
  readonly kindOf: (run: Run) => CellKind;
  readonly grid: Grid;
  readonly paints: Paints | null;
}

/** The cells of one ribbon, painted. What they say is in the ribbon's name, in the pointed cell's name and in the table. */
export function CanvasCells({ runs, kindOf, grid, paints }: CanvasCellsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || paints === null) return;
    const { widthPx, heightPx } = grid;
    const scale = window.devicePixelRatio || 1;
    context.canvas.width = widthPx * scale;
    context.canvas.height = heightPx * scale;
    context.canvas.style.width = `${widthPx}px`;
    context.canvas.style.height = `${heightPx}px`;
    context.scale(scale, scale);
    for (const run of runs) paintRun(context, run, paints[kindOf(run)], grid);
  }, [runs, kindOf, grid, paints]);
  return <canvas ref={canvas} width={grid.widthPx} height={grid.heightPx} className="block max-w-full" />;
}

function paintRun(context: CanvasRenderingContext2D, run: Run, paint: Paint, grid: Grid): void {
  const size = grid.cellPx;
  for (let index = run.from; index < run.from + run.count; index++) {
    const { x, y } = cornerOf(index, grid);
    if (paint.fill !== null) {
      context.fillStyle = paint.fill;
      context.fillRect(x, y, size, size);
    }
    if (paint.half !== null) {
      context.fillStyle = paint.half;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + size, y);
      context.lineTo(x, y + size);
      context.fill();
    }
    if (paint.edge !== null) {
      context.strokeStyle = paint.edge;
      context.strokeRect(x + 0.5, y + 0.5, size - 1, size - 1);
    }
  }
}
