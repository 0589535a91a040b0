"use client";

import { Sentence } from "@/components/state/statement";
import { useObjectTense } from "@/components/table/cluster-then";
import { useNow } from "@/lib/client/clock";
import { istiodNextAction } from "@/lib/domain/statements/entry";
import { routineActionText } from "@/lib/format/machine-diagnosis";
import { momentOf } from "@/lib/format/text/tense";
import { isAwaitingRemoval, RemovalCountdown } from "./entry-card";
import type { EntryWithDetail } from "./use-last-seen";

const REMOVALS: readonly EntryWithDetail["detail"]["next"]["kind"][] = ["delete", "sweep", "drop-condition"];

/** The next action of istiod, in grey next to the chart: a routine reconnect, or a removal that the rest of the page does not show. */
export function NextActionNote({ row, detail }: EntryWithDetail) {
  const now = useNow();
  const tense = useObjectTense(row.cluster);
  if (isAwaitingRemoval(row)) return null;
  if (REMOVALS.includes(detail.next.kind))
    return (
      <span className="text-s text-ink-3">
        <RemovalCountdown row={row} detail={detail} />
      </span>
    );
  return (
    <Sentence of={istiodNextAction(detail.next)} className="text-s text-ink-3">
      {routineActionText(detail.next, row.connection, { tense, now: momentOf(tense, now) })}
    </Sentence>
  );
}
