"use client";

import { ExportLinks } from "@/components/table/export-links";
import { useZone } from "@/components/table/use-zone";
import { CopyButton } from "@/components/ui/copy-button";
import type { RolloutsAnswer, WireReconnectionOutcome } from "@/lib/contract/answers/rollouts";
import { formatClock } from "@/lib/format/clock";
import { quantilePhrase } from "@/lib/format/control-plane/delay-words";
import { healthPhrase, movesNote } from "@/lib/format/control-plane/rollout-words";
import { listOf } from "@/lib/format/text/lists";
import { formatNumber } from "@/lib/format/text/numbers";
import { formatMoment } from "@/lib/format/time-ticks";
import { reportOf } from "./report-of";

interface RolloutFooterProps {
  readonly board: WireReconnectionOutcome;
  readonly answer: RolloutsAnswer;
  readonly title: string;
}

/** Where machines went, how long it took them, whether their health is confirmed, what nobody recorded, and the report to copy. */
export function RolloutFooter({ board, answer, title }: RolloutFooterProps) {
  const zone = useZone();
  const targets = board.targets.map(({ replica, count }) => `${formatNumber(count)} to ${replica}`);
  const lines = [
    targets.length === 0 ? "" : `${listOf(targets.slice(0, 6))}${targets.length > 6 ? ` and ${targets.length - 6} others` : ""}`,
    board.same === 0 ? "" : `${formatNumber(board.same)} on the connection that they had`,
    quantilePhrase(board),
    movesNote(board),
    healthPhrase(board.health),
  ].filter((line) => line !== "");
  return (
    <div className="mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-2 text-s">
      <div className="min-w-0 max-w-[62em] text-ink-2">
        <p
          data-targets={board.targets.map(({ replica, count }) => `${replica}=${count}`).join(" ")}
          data-moves={board.moves}
          data-timed={board.moves - board.early}
          data-checked={board.health.checked}
          data-confirmed={board.health.confirmed}
          data-p95-ms={board.p95 ?? undefined}
        >
          {lines.join(" · ")}
        </p>
        <p data-as-of={board.isOver ? undefined : board.until} className="text-ink-3">
          {board.isOver ? "" : `As of ${formatClock(board.until, zone)}. `}When machines connected and disconnected is told by istiod's clock, when replicas
          ended by this server's.
        </p>
        {answer.gaps.map((gap) => (
          <p key={`${gap.from} ${gap.reason} ${gap.blindTo.join()}`} data-gap={gap.reason} className="text-blind">
            Not recorded {formatMoment(gap.from, board.until, zone)} to {formatMoment(gap.to, board.until, zone)}: {gap.reason}.
          </p>
        ))}
        {board.isCut && <p className="text-blind">More happened than is read: the times are of the beginning only.</p>}
      </div>
      <span className="flex items-center">
        <ExportLinks what="rollout" also={board.kind === "rollout" ? { rollout: board.id } : {}} />
        <CopyButton text={() => reportOf({ board, gaps: answer.gaps, title, link: window.location.href })} label="Copy report" wordy />
      </span>
    </div>
  );
}
