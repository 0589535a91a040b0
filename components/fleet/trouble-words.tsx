"use client";

import { useZone } from "@/components/table/use-zone";
import { useFreshness } from "@/lib/client/status";
import type { GroupRow } from "@/lib/contract/rows";
import { groupTrouble } from "@/lib/format/group-sentence";
import { tenseOf } from "@/lib/format/tense";

/** What is wrong with a group, in one sentence. */
export function TroubleWords({ row }: { readonly row: GroupRow }) {
  const zone = useZone();
  const tense = tenseOf(useFreshness(row.cluster), zone);
  const words = row.unreadable ?? groupTrouble(row, tense);
  return (
    <span title={words} className="text-ink-2">
      {words}
    </span>
  );
}
