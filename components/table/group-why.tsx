"use client";

import { statementAttributes } from "@/components/state/statement";
import { useOfNow } from "@/lib/client/clock";
import type { GroupRow } from "@/lib/contract/rows";
import { groupTrouble } from "@/lib/domain/statements/group";
import { groupTroubleText } from "@/lib/format/group-sentence";
import { useTense } from "./use-tense";

/** The trouble of a group in one sentence, or nothing. */
export function GroupWhy({ row }: { readonly row: GroupRow }) {
  const tense = useTense(row.cluster);
  const trouble = groupTrouble(row);
  const why = useOfNow((now) => row.unreadable ?? groupTroubleText(trouble, tense, now));
  return (
    <span title={why} className="text-ink-2" {...(why !== "" && statementAttributes(trouble, tense))}>
      {why}
    </span>
  );
}
