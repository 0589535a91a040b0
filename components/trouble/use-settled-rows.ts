import { useEffect, useState } from "react";

/** Trouble opens its incident within five seconds of the second machine. A busy server sends the row of the incident a little later. */
const SETTLE_MS = 8_000;

interface Arrivals {
  readonly list: string;
  /** When each row came; null = with the list, or long ago. Milliseconds since the page was loaded. */
  readonly cameAt: ReadonlyMap<string, number | null>;
}

/**
 * Returns the rows without those that came less than eight seconds ago: a group that just failed is mostly in an incident a moment later, and what is below would
 * move twice. The first rows of a list are shown at once. `list`: names the rows.
 */
export function useSettledRows<Row extends { readonly id: string }>(list: string, rows: readonly Row[]): readonly Row[] {
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
