"use client";

import { Age } from "@/components/table/times";
import { useOfNow } from "@/lib/client/clock";
import type { EntryRow } from "@/lib/contract/rows";
import { whyOf } from "@/lib/format/why";

/** Why the entry has its state, in a few words that follow the clock. */
export function Why({ row }: { readonly row: EntryRow }) {
  const why = useOfNow((now) => whyOf(row, now));
  return (
    <span title={why} className="text-ink-2">
      {why}
    </span>
  );
}

/** Since when, and why, in the one line that a phone has below the name. */
export function PhoneWhy({ row }: { readonly row: EntryRow }) {
  const why = useOfNow((now) => whyOf(row, now));
  return (
    <>
      <Age at={row.since} atLeast={row.sinceAtLeast} />
      {why !== "" && ` · ${why}`}
    </>
  );
}
