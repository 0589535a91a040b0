"use client";

import { statementAttributes } from "@/components/state/statement";
import { useZone } from "@/components/table/use-zone";
import type { PageStateChart } from "@/components/timeline/use-page-state-chart";
import { useOfNow } from "@/lib/client/clock";
import { useNotVerified } from "@/lib/client/not-verified";
import { useFreshness } from "@/lib/client/status";
import type { StateChartAnswer } from "@/lib/contract/answers/history";
import type { GroupRow } from "@/lib/contract/views/groups";
import { recoveryStatement } from "@/lib/domain/statements/recovery";
import { recoverySentence, timeToRecoverPhrase } from "@/lib/format/recovery-words";

/** Returns the times to recover of a group, for the caption of its chart. */
export function timesToRecoverText({ timeToRecover, stepMs }: StateChartAnswer): string {
  return timeToRecoverPhrase(timeToRecover, stepMs);
}

interface GroupRecoveryProps {
  readonly row: GroupRow;
  /** The state chart of the group's page. */
  readonly band: PageStateChart;
}

/**
 * The recovery of a group: how many machines serve again, then since when all do. Shows nothing on a page that is not live, or next to a chart that
 * ended earlier and does not show the recovery.
 */
export function GroupRecoveryText({ row, band }: GroupRecoveryProps) {
  const zone = useZone();
  const isLive = useFreshness(row.cluster).kind === "live";
  const isVerified = useNotVerified(row.cluster) === null;
  const isNow = isLive && isVerified && band.url.asked?.kind !== "between";
  const statement = isNow ? recoveryStatement(row, band.value) : null;
  const words = useOfNow((now) => (statement === null ? "" : recoverySentence(statement, { stepMs: band.value?.stepMs ?? 0, now, zone })));
  if (statement === null) return null;
  // The headline has these numbers. The empty line reserves the height for the first machine that returns.
  if (statement.kind === "machines-awaited" && statement.fewest === null) return <p aria-hidden="true" className="mt-1.5 min-h-5" />;
  const isWhole = statement.kind === "group-recovered" && statement.size !== null;
  return (
    <p className={`mt-1.5 tabular-nums ${isWhole ? "text-good" : "text-ink-2"}`} {...statementAttributes(statement)}>
      {words}
    </p>
  );
}
