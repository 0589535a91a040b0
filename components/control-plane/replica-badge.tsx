"use client";

import { FindingMark } from "@/components/state/finding-mark";
import { StateIcon } from "@/components/state/state-icon";
import { toneText } from "@/components/state/tone";
import { Age } from "@/components/table/times";
import { useTense } from "@/components/table/use-tense";
import type { ReplicaRow } from "@/lib/contract/views/control-plane";
import { mayHoldConnections, type ReplicaStatusKind } from "@/lib/domain/control-plane/replica-status";
import type { State } from "@/lib/domain/verdict/verdict";
import { standingWords } from "@/lib/format/control-plane/standing-words";

/** The outline of how a replica stands: that of the state of a machine that is nearest to it. */
const ICONS = {
  runs: "healthy",
  "in-doubt": "unverified",
  ending: "draining",
  "not-running": "unhealthy",
  lost: "unverified",
  gone: "unverified",
  "not-visible": "unverified",
} as const satisfies Record<ReplicaStatusKind, State>;

/** How a replica stands, as icon, word and tone, and for how long it has run; never green where its cluster is not live. */
export function ReplicaBadge({ row }: { readonly row: ReplicaRow }) {
  const tense = useTense(row.cluster);
  const { word, tone, title } = standingWords(row, tense);
  const isWell = tone === "good";
  const icon = row.standing === "runs" && tone === "warn" ? "overdue" : ICONS[row.standing];
  return (
    <span
      title={title}
      className={`inline-flex items-center gap-1.5 align-middle whitespace-nowrap ${isWell ? (tense.past ? "text-ink-3" : "text-ink-2") : `${toneText[tone]} font-medium`}`}
      data-standing={row.standing}
    >
      <StateIcon state={icon} className={isWell && tense.past ? "text-ink-3" : toneText[tone]} />
      <span>
        {word}
        {mayHoldConnections(row.standing) && row.runningSince !== null && isWell && (
          <>
            , <Age at={row.runningSince} />
          </>
        )}
      </span>
      <FindingMark kind="Pod" name={row.name} clusters={[row.cluster]} />
    </span>
  );
}
