"use client";

import { Sentence } from "@/components/state/statement";
import { useObjectTense } from "@/components/table/cluster-then";
import { useNow } from "@/lib/client/clock";
import { istiodNextAction } from "@/lib/domain/statements/entry";
import { routineText } from "@/lib/format/machine-diagnosis";
import { momentOf } from "@/lib/format/text/tense";
import { isConnectionLost, Removal } from "./entry-card";
import type { SeenEntry } from "./use-last-seen";

const REMOVALS: readonly SeenEntry["detail"]["next"]["kind"][] = ["delete", "sweep", "drop-condition"];

/** The next action of istiod in a few grey words beside the chart, also if it removes the machine and the rest of the page does not show that. */
export function EntryRoutine({ row, detail }: SeenEntry) {
  const now = useNow();
  const tense = useObjectTense(row.cluster);
  if (isConnectionLost(row)) return null;
  if (REMOVALS.includes(detail.next.kind))
    return (
      <span className="text-s text-ink-3">
        <Removal row={row} detail={detail} />
      </span>
    );
  return (
    <Sentence of={istiodNextAction(detail.next)} className="text-s text-ink-3">
      {routineText(detail.next, row.connection, { tense, now: momentOf(tense, now) })}
    </Sentence>
  );
}
