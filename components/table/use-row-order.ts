"use client";

import { useEffect, useState } from "react";
import { usePageActivity } from "@/lib/client/page-activity";
import { type OrderedRows, type OrderSituation, orderRows, reorderReason } from "./row-order";

/** The longest time for which a wall display, or a headline, keeps its order. Milliseconds. */
export const LONGEST_ORDER_MS = 30_000;

/** The rows of a list in their present order, and the handlers by which the list reports a pointer and the focus. */
export interface RowOrder<R> extends OrderedRows<R> {
  /** Takes the new order. */
  readonly show: () => void;
  /** A pointer or the visible focus is inside the list: its rows stay for as long. */
  readonly hold: (by: Holder) => void;
  readonly release: (by: Holder) => void;
}

type Holder = "pointer" | "focus";

interface Shown<R> extends Omit<OrderSituation, "hold"> {
  readonly rows: readonly R[];
}

interface RowOrderOptions<R> {
  /** Names the rows: another list takes its own order. */
  readonly list: string;
  /** Returns the tier of a row. Without it the order has no tiers. */
  readonly tierOf?: (row: R) => number | null;
  /** True on a wall display, which has no viewer: it changes the order at its turns only. */
  readonly isWall?: boolean;
  /** The time between two turns, at which a held order changes, in milliseconds. Without it there is no turn. */
  readonly turnMs?: number;
}

/**
 * Keeps the order of the rows that a viewer looks at. They take a new order on load, on a change of tier 1, and after 10 s without pointer, focus, touch and
 * scroll; on a wall display at its turns.
 */
export function useRowOrder<R extends { readonly id: string }>(rows: readonly R[], { list, tierOf, isWall = false, turnMs }: RowOrderOptions<R>): RowOrder<R> {
  const [holders, setHolders] = useState<readonly Holder[]>([]);
  const [shown, setShown] = useState<Shown<R> | null>(null);
  const activity = usePageActivity();
  const turn = useTurn(turnMs);
  const hold = activity === "pressed" ? "pressed" : isWall || activity === "active" || holders.length > 0 ? "held" : "free";
  const now = { list, turn, tier1: tierOf === undefined ? "" : tier1Of(rows, tierOf), rows };
  const reason = reorderReason(shown, { ...now, hold });
  // While no order is held, the rows pass through without a second rendering.
  if (hold === "free" ? shown !== null : reason !== null) setShown(hold === "free" ? null : now);
  return {
    ...orderRows(shown?.rows ?? rows, rows, reason, tierOf),
    show: () => setShown(now),
    hold: (by) => setHolders((before) => [...before.filter((one) => one !== by), by]),
    release: (by) => setHolders((before) => before.filter((one) => one !== by)),
  };
}

function useTurn(turnMs: number | undefined): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turnMs === undefined) return;
    const timer = setInterval(() => setTurn((before) => before + 1), turnMs);
    return () => clearInterval(timer);
  }, [turnMs]);
  return turn;
}

function tier1Of<R extends { readonly id: string }>(rows: readonly R[], tierOf: (row: R) => number | null): string {
  return rows
    .flatMap((row) => (tierOf(row) === 1 ? [row.id] : []))
    .sort()
    .join(" ");
}
