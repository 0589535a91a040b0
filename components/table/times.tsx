"use client";

import { useOfNow } from "@/lib/client/clock";
import { formatClock, formatDateTime } from "@/lib/format/clock";
import { sinceTitle } from "@/lib/format/since-words";
import { formatAge } from "@/lib/format/text/duration";
import { useZone } from "./use-zone";

interface AgeProps {
  readonly at: number | null;
  readonly atLeast?: boolean;
  /** Where `atLeast`: since when at most. */
  readonly atMost?: number | null;
}

/** The time since a moment, as kubectl prints it: "5m", or "5m+" if it is a lower bound. The moment itself is in the tooltip. Milliseconds; null = a dash. */
export function Age({ at, atLeast = false, atMost = null }: AgeProps) {
  const age = useOfNow((now) => (at === null ? "" : formatAge(now - at)));
  const zone = useZone();
  if (at === null) return <span className="text-ink-3">—</span>;
  return (
    <time dateTime={new Date(at).toISOString()} title={sinceTitle({ at, atLeast, atMost }, zone)}>
      {age}
      {atLeast && "+"}
    </time>
  );
}

/** The age of an object in the last column of a list. */
export function QuietAge({ at }: { readonly at: number | null }) {
  return (
    <span className="text-ink-3">
      <Age at={at} />
    </span>
  );
}

/** A moment: the time of day for today's, the whole date otherwise; always whole on hover. */
export function Moment({ at, whole = false }: { readonly at: number; readonly whole?: boolean }) {
  const near = useOfNow((now) => Math.abs(now - at) < 12 * 3_600_000);
  const zone = useZone();
  const full = formatDateTime(at, zone);
  return (
    <time dateTime={new Date(at).toISOString()} title={full}>
      {near && !whole ? formatClock(at, zone) : full}
    </time>
  );
}
