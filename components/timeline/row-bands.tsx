"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useRowBands } from "@/lib/client/history";
import type { RowStateChart, RowStateChartsAnswer } from "@/lib/contract/answers/history";

interface Known {
  readonly rows: ReadonlyMap<string, RowStateChart>;
  readonly answer: RowStateChartsAnswer | null;
}

const Bands = createContext<Known>({ rows: new Map(), answer: null });

/** Rows are asked for in steps, so that scrolling by a row asks nothing anew. */
const STEP = 20;

/** They are asked for once they stay where they are so long, or have moved about for so long. Milliseconds. */
const SETTLED_MS = 150;
const MOVED_MOST_MS = 1_000;

interface RowBandsProps {
  readonly kind: "entries" | "groups";
  readonly rows: readonly { readonly id: string }[];
  /** The place of the first row in the whole list. */
  readonly offset: number;
  /** Told which rows are on screen; hands it on. */
  readonly onWindow: (first: number, last: number) => void;
  readonly children: (onWindow: (first: number, last: number) => void) => ReactNode;
}

/** Asks what is remembered of the rows on screen, and of no others; where the columns have no room, of none. */
export function RowBands({ kind, rows, offset, onWindow, children }: RowBandsProps) {
  const [[first, last], setWindow] = useState<readonly [number, number]>([0, STEP * 2]);
  const isRoomy = useSyncExternalStore(watchRoom, hasRoom, no);
  const ids = rows
    .slice(Math.max(0, first - offset), Math.max(0, last - offset))
    .map(({ id }) => id)
    .sort();
  const { value: answer } = useRowBands(kind, useSettled(isRoomy ? ids : NONE));
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

/** What is remembered of a row; `band` null = nothing (yet). */
export function useRowBand(id: string): { readonly band: RowStateChart | null; readonly answer: RowStateChartsAnswer | null } {
  const { rows, answer } = useContext(Bands);
  return { band: rows.get(id) ?? null, answer };
}

const NONE: readonly string[] = [];

/** Ids as they are once no scrolling and no change takes them away at once. */
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

const ROOM = "(width > 700px)";

function watchRoom(tell: () => void): () => void {
  const room = matchMedia(ROOM);
  room.addEventListener("change", tell);
  return () => room.removeEventListener("change", tell);
}

function hasRoom(): boolean {
  return matchMedia(ROOM).matches;
}

function no(): boolean {
  return false;
}
