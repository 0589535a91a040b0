"use client";

import { useFreshness } from "@/lib/client/status";
import type { GroupRow } from "@/lib/contract/rows";
import { groupTrouble } from "@/lib/format/group-sentence";
import { tenseOf } from "@/lib/format/tense";
import { useZone } from "./use-zone";

/** The trouble of a group in one sentence, or nothing. */
export function GroupWhy({ row }: { readonly row: GroupRow }) {
  const zone = useZone();
  const tense = tenseOf(useFreshness(row.cluster), zone);
  const why = row.unreadable ?? groupTrouble(row, tense);
  return (
    <span title={why} className="text-ink-2">
      {why}
    </span>
  );
}
