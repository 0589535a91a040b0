"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { usePast } from "@/lib/client/past";
import { useView } from "@/lib/client/use-view";
import type { FindingsCountHead } from "@/lib/contract/findings";
import { formatCount } from "@/lib/format/count";

/** How many findings there are of everything that may be seen; nothing on a page of the past, and while not everything has been asked about. */
export function FindingsCount() {
  const { state } = useView<FindingsCountHead, { readonly id: string }>("findings-count", usePast() === null ? "" : null, NO_ROWS);
  const head = state?.head ?? null;
  if (head === null || !head.settled || head.total === 0) return null;
  return (
    <span className={`font-mono text-xs ${head.errors > 0 ? "text-bad" : "text-ink-3"}`} title="in all namespaces">
      {formatCount(head.total)}
    </span>
  );
}
