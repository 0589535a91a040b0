"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useMedia } from "@/components/ui/use-media";
import { useRowStateCharts } from "@/lib/client/history";
import type { RowStateChart, RowStateChartsAnswer } from "@/lib/contract/answers/history";

interface Known {
  readonly rows: ReadonlyMap<string, RowStateChart>;
  readonly answer: RowStateChartsAnswer | null;
}

const Bands = createContext<Known>({ rows: new Map(), answer: null });

/** Rows are requested in blocks of this size, so that scrolling by one row needs no new request. */
const STEP = 20;

/** Rows are requested when they have not changed for SETTLED_MS, and at the latest after MOVED_MOST_MS. Milliseconds. */
const SETTLED_MS = 150;
const MOVED_MOST_MS = 1_000;

interface RowChartsProps {
  readonly kind: "entries" | "groups";
  readonly rows: readonly { readonly id: string }[];
  /** The index of the first row in the whole list. */
  readonly offset: number;
  /** Receives the range of visible rows. This component uses it and passes it on. */
  readonly onWindow: (first: number, last: number) => void;
  readonly children: (onWindow: (first: number, last: number) => void) => ReactNode;
}

/** Requests the last hour of the visible rows only. On a narrow screen, which has no column for it, requests nothing. */
export function RowCharts({ kind, rows, offset, onWindow, children }: RowChartsProps) {
  const [[first, last], setWindow] = useState<readonly [number, number]>([0, STEP * 2]);
  const isRoomy = useMedia("(width > 700px)");
  const ids = rows
    .slice(Math.max(0, first - offset), Math.max(0, last - offset))
    .map(({ id }) => id)
    .sort();
  const { value: answer } = useRowStateCharts(kind, useSettled(isRoomy ? ids : NONE));
  const known = useMemo(() => ({ rows: new Map((answer?.rows ?? []).map((row) => [row.id, row])), answer }), [answer]);
  const tell = useCallback(
    (from: number, to: number) => {
      const next = [Math.floor(from / STEP) * STEP, Math.ceil(to / STEP) * STEP] as const;
      setWindow((before) => (before[0] === next[0] && before[1] === next[1] ? before : next));
      onWindow(from, to);
    },
    [onWindow],
  );
  return <Bands value={known}>{children(tell)}</Bands>;
}

/** Returns the recorded last hour of a row; `band` is null if nothing is recorded or loaded yet. */
export function useRowChart(id: string): { readonly band: RowStateChart | null; readonly answer: RowStateChartsAnswer | null } {
  const { rows, answer } = useContext(Bands);
  return { band: rows.get(id) ?? null, answer };
}

const NONE: readonly string[] = [];

/** Returns the ids once they have stopped changing, so that scrolling sends few requests. */
function useSettled(ids: readonly string[]): readonly string[] {
  const [settled, setSettled] = useState("[]");
  const spelled = JSON.stringify(ids);
  const movesSince = useRef<number | null>(null);
  useEffect(() => {
    const now = performance.now();
    movesSince.current ??= now;
    const waitMs = Math.min(SETTLED_MS, movesSince.current + MOVED_MOST_MS - now);
    const timer = setTimeout(() => {
      movesSince.current = null;
      setSettled(spelled);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [spelled]);
  return useMemo(() => JSON.parse(settled), [settled]);
}
