"use client";

import { statementAttributes } from "@/components/state/statement";
import { useOfNow } from "@/lib/client/clock";
import type { GroupRow } from "@/lib/contract/views/groups";
import { groupTrouble } from "@/lib/domain/statements/group";
import { acceptedLossesText } from "@/lib/format/accepted-loss-words";
import { groupTroubleText } from "@/lib/format/group-sentence";
import { joinParts } from "@/lib/format/text/lists";
import { IncidentKey } from "./incident-key";
import { useTense } from "./use-tense";

/** The trouble of a group in one sentence, its accepted losses and its incident; or nothing. */
export function GroupWhy({ row }: { readonly row: GroupRow }) {
  const tense = useTense(row.cluster);
  const trouble = groupTrouble(row);
  const why = useOfNow((now) => row.unreadable ?? groupTroubleText(trouble, tense, now));
  const accepted = acceptedLossesText(row.rollUp);
  return (
    <span title={joinParts([why, accepted], " ")}>
      <span className="text-ink-2" {...(why !== "" && statementAttributes(trouble, tense))}>
        {why}
      </span>
      {accepted !== "" && (
        <span data-accepted={row.rollUp.accepted} className="text-ink-3">
          {why !== "" && " "}
          {accepted}
        </span>
      )}
      <IncidentKey incidentKey={row.incident} follows={why !== "" || accepted !== ""} />
    </span>
  );
}
