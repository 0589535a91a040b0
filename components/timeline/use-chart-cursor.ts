"use client";

import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { TimeSpan } from "./state-chart-values";

/** Moving less than this between press and release is a click, not a drag. Pixels. */
const DRAG_PX = 6;

interface Cursor {
  /** The time at the cursor, in milliseconds. */
  readonly at: number;
  /** Where the selection began; null = no selection. */
  readonly anchor: number | null;
}

/** State of a chart's crosshair and selection, with the event handlers that change it. */
export interface ChartCursor {
  readonly at: number | null;
  readonly selection: TimeSpan | null;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerLeave: () => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onBlur: () => void;
  };
}

/**
 * Moves a crosshair with the pointer or the arrow keys. `stops`: the times at which the keys stop, in milliseconds. Calls `onSelect` with a dragged
 * or marked time range.
 */
export function useChartCursor({ from, to }: TimeSpan, stops: readonly number[], onSelect: (span: TimeSpan) => void): ChartCursor {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const selection = cursor?.anchor == null ? null : ordered(cursor.anchor, cursor.at);
  const momentAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.round(from + Math.min(1, Math.max(0, (event.clientX - left) / Math.max(width, 1))) * (to - from));
  };
  const select = (span: TimeSpan) => {
    setCursor(null);
    onSelect(span);
  };
  return {
    at: cursor === null ? null : Math.min(to, Math.max(from, cursor.at)),
    selection,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setCursor({ at: momentAt(event), anchor: momentAt(event) });
      },
      onPointerMove: (event) => {
        const at = momentAt(event);
        setCursor((before) => ({ at, anchor: event.buttons === 1 ? (before?.anchor ?? null) : null }));
      },
      onPointerUp: (event) => {
        const { width } = event.currentTarget.getBoundingClientRect();
        const isDrag = selection !== null && ((selection.to - selection.from) / (to - from)) * width >= DRAG_PX;
        if (isDrag) select(selection);
        else setCursor({ at: momentAt(event), anchor: null });
      },
      onPointerLeave: () => setCursor(null),
      onBlur: () => setCursor(null),
      onKeyDown: (event) => {
        const at = cursor?.at ?? to;
        if (event.key === "Enter" && selection !== null && selection.to > selection.from) return select(selection);
        if (event.key === "Escape") return setCursor(null);
        const next = nextStop(event.key, at, stops);
        if (next === null) return;
        event.preventDefault();
        setCursor({ at: next, anchor: event.shiftKey ? (cursor?.anchor ?? at) : null });
      },
    },
  };
}

function nextStop(key: string, at: number, stops: readonly number[]): number | null {
  if (key === "ArrowRight" || key === "ArrowUp") return stops.find((stop) => stop > at) ?? at;
  if (key === "ArrowLeft" || key === "ArrowDown") return stops.findLast((stop) => stop < at) ?? at;
  if (key === "Home") return stops[0] ?? at;
  return key === "End" ? (stops.at(-1) ?? at) : null;
}

function ordered(a: number, b: number): TimeSpan {
  return a < b ? { from: a, to: b } : { from: b, to: a };
}
