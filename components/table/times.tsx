"use client";

import { useNow } from "@/lib/client/clock";
import { formatAge } from "@/lib/format/age";
import { formatClock, formatDateTime } from "@/lib/format/clock";
import { useZone } from "./use-zone";

/** How long ago, as kubectl writes it; the moment itself on hover. Milliseconds; null shows a dash. */
export function Age({ at, atLeast = false }: { readonly at: number | null; readonly atLeast?: boolean }) {
  const now = useNow();
  const zone = useZone();
  if (at === null) return <span className="text-ink-3">—</span>;
  const moment = formatDateTime(at, zone);
  return (
    <time dateTime={new Date(at).toISOString()} title={atLeast ? `at least since ${moment}, when it was first looked at` : moment}>
      {atLeast && "≥ "}
      {formatAge(now - at)}
    </time>
  );
}

/** A moment: the time of day for today's, the whole date otherwise; always whole on hover. */
export function Moment({ at, whole = false }: { readonly at: number; readonly whole?: boolean }) {
  const now = useNow();
  const zone = useZone();
  const full = formatDateTime(at, zone);
  const near = Math.abs(now - at) < 12 * 3_600_000;
  return (
    <time dateTime={new Date(at).toISOString()} title={full}>
      {near && !whole ? formatClock(at, zone) : full}
    </time>
  );
}
