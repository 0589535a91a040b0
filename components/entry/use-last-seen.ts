"use client";

import { useState } from "react";
import { useNow } from "@/lib/client/clock";
import type { EntryHead } from "@/lib/contract/views/entries";
import type { EntryRow } from "@/lib/contract/views/entry-row";

export type EntryDetail = NonNullable<EntryHead["detail"]>;

/** An entry with its details. */
export interface EntryWithDetail {
  readonly row: EntryRow;
  readonly detail: EntryDetail;
}

/** The entry that a page shows: as it is, or as this page last saw it, with the time of its deletion in milliseconds. */
export interface LastSeenEntry {
  readonly here: EntryWithDetail | null;
  readonly last: EntryWithDetail | null;
  readonly goneAt: number | null;
}

/**
 * Keeps the values of an entry while its page is open, so that the page stays after its deletion. `at`: a time of the past, at which only its own
 * values count. `isWithdrawn`: the viewer lost permission, so that nothing is kept.
 */
export function useLastSeenEntry(head: EntryHead | null, at: number | null, isWithdrawn = false): LastSeenEntry {
  const now = useNow();
  const [seen, setSeen] = useState<{ readonly head: EntryHead; readonly entry: EntryWithDetail; readonly goneAt: number | null } | null>(null);
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

function seenIn({ found, row, detail }: EntryHead): EntryWithDetail | null {
  return found && row !== null && detail !== null ? { row, detail } : null;
}
