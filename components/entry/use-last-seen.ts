"use client";

import { useState } from "react";
import { useNow } from "@/lib/client/clock";
import type { EntryHead } from "@/lib/contract/views/entries";
import type { EntryRow } from "@/lib/contract/views/entry-row";

export type EntryDetail = NonNullable<EntryHead["detail"]>;

/** An entry with all that is known of it. */
export interface SeenEntry {
  readonly row: EntryRow;
  readonly detail: EntryDetail;
}

/** What the page can say of an entry: as it is, or as this page saw it last and since when it is gone (milliseconds). */
export interface LastSeen {
  readonly here: SeenEntry | null;
  readonly last: SeenEntry | null;
  readonly goneAt: number | null;
}

/**
 * Keeps what was seen of an entry while its page is open: when it leaves the API, the page stays. At a moment of the past, `at`, only that moment counts; what
 * is withdrawn was never seen.
 */
export function useLastSeen(head: EntryHead | null, at: number | null, isWithdrawn = false): LastSeen {
  const now = useNow();
  const [seen, setSeen] = useState<{ readonly head: EntryHead; readonly entry: SeenEntry; readonly goneAt: number | null } | null>(null);
  if (isWithdrawn && seen !== null) setSeen(null);
  if (isWithdrawn) return { here: null, last: null, goneAt: null };
  if (at !== null) return { here: head === null ? null : seenIn(head), last: null, goneAt: null };
  if (head === null) return { here: seen?.goneAt === null ? seen.entry : null, last: seen?.entry ?? null, goneAt: seen?.goneAt ?? null };
  const here = seenIn(head);
  if (here !== null) {
    if (seen?.head !== head) setSeen({ head, entry: here, goneAt: null });
    return { here, last: here, goneAt: null };
  }
  if (seen !== null && seen.goneAt === null) setSeen({ ...seen, goneAt: now });
  return { here: null, last: seen?.entry ?? null, goneAt: seen === null ? null : (seen.goneAt ?? now) };
}

function seenIn({ found, row, detail }: EntryHead): SeenEntry | null {
  return found && row !== null && detail !== null ? { row, detail } : null;
}
