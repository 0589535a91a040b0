"use client";

import { clsx } from "clsx";
import { type ReactNode, useEffect, useState } from "react";

/** Classes with the heights of one to twelve rows. The content security policy forbids style attributes in server HTML. */
const ROOMS = [
  ...["min-h-[30px] max-desk:min-h-[55px]", "min-h-[60px] max-desk:min-h-[110px]", "min-h-[90px] max-desk:min-h-[165px]"],
  ...["min-h-[120px] max-desk:min-h-[220px]", "min-h-[150px] max-desk:min-h-[275px]", "min-h-[180px] max-desk:min-h-[330px]"],
  ...["min-h-[210px] max-desk:min-h-[385px]", "min-h-[240px] max-desk:min-h-[440px]", "min-h-[270px] max-desk:min-h-[495px]"],
  ...["min-h-[300px] max-desk:min-h-[550px]", "min-h-[330px] max-desk:min-h-[605px]", "min-h-[360px] max-desk:min-h-[660px]"],
];

interface RowRoomProps {
  readonly list: string;
  /** The number of rows, or of text lines if there are no rows. */
  readonly rows: number;
  readonly children?: ReactNode;
}

/**
 * A list that keeps the height of its largest number of rows, so that content below stays in place when rows disappear. `list`: the identity of the
 * list.
 */
export function NonShrinkingList({ list, rows, children }: RowRoomProps) {
  const [most, setMost] = useState({ list, rows });
  const kept = most.list === list ? Math.max(most.rows, rows) : rows;
  if (most.list !== list || most.rows !== kept) setMost({ list, rows: kept });
  return <div className={clsx(ROOMS[Math.min(Math.max(kept, 1), ROOMS.length) - 1])}>{children}</div>;
}

/** Two failed machines become an incident within five seconds, plus some time to send its row. Milliseconds. */
const SETTLE_MS = 8_000;

interface Arrivals {
  readonly list: string;
  /** The time at which each row first appeared; null = with the first rows, or long ago. Milliseconds since page load. */
  readonly cameAt: ReadonlyMap<string, number | null>;
}

/**
 * Returns rows that are at least eight seconds old, and all rows of the first load. A group that just failed usually becomes part of an incident, and
 * its row would only flicker. `list`: the identity of the list.
 */
export function useDelayedNewRows<Row extends { readonly id: string }>(list: string, rows: readonly Row[]): readonly Row[] {
  const [arrivals, setArrivals] = useState<Arrivals | null>(null);
  const known = arrivals?.list === list ? arrivals.cameAt : null;
  useEffect(() => {
    const now = performance.now();
    const cameAt = new Map(rows.map(({ id }) => [id, known === null ? null : known.has(id) ? (known.get(id) ?? null) : now]));
    const isSame = known !== null && known.size === cameAt.size && rows.every(({ id }) => known.get(id) === cameAt.get(id));
    if (!isSame) setArrivals({ list, cameAt });
    const waiting = [...cameAt.values()].filter((at) => at !== null);
    if (waiting.length === 0) return;
    const settle = () => {
      const then = performance.now();
      setArrivals({ list, cameAt: new Map([...cameAt].map(([id, at]) => [id, at !== null && then - at < SETTLE_MS ? at : null])) });
    };
    const timer = setTimeout(settle, Math.max(0, Math.min(...waiting) + SETTLE_MS - now));
    return () => clearTimeout(timer);
  }, [list, rows, known]);
  return known === null ? rows : rows.filter(({ id }) => known.get(id) === null);
}
