"use client";

import { StateIcon } from "@/components/state/state-icon";
import { statementAttributes } from "@/components/state/statement";
import { GroupStatus } from "@/components/table/group-status";
import { GroupWhy } from "@/components/table/group-why";
import type { GroupRow } from "@/lib/contract/views/groups";
import { troubleTotal } from "@/lib/domain/statements/counts";
import { groupTrouble } from "@/lib/domain/statements/group";
import { wordOfState } from "@/lib/domain/verdict/verdict";
import { formatNumber } from "@/lib/format/text/numbers";
import { type LossesOfGroups, withoutMissing } from "./use-fleet-losses";

/** The number of lost machines, if the history has their loss and no machine is Unhealthy. */
export function TroubleStatus({ row, lost }: { readonly row: GroupRow; readonly lost: number }) {
  if (lost === 0 || row.unreadable !== null || (row.state !== null && wordOfState(row.state) === "unhealthy")) return <GroupStatus row={row} />;
  return (
    <span data-state-word="vanished" data-count={lost} className="inline-flex items-center gap-1.5 align-middle font-medium whitespace-nowrap text-bad">
      <StateIcon state="vanished" />
      {formatNumber(lost)} lost
    </span>
  );
}

/** Returns the machines of a group that are in trouble, of its total: "4 of 12"; null = none is. */
export function troubleSize(row: GroupRow): string | null {
  const number = troubleTotal(groupTrouble(row)) + row.lost + row.missing;
  return number === 0 ? null : `${formatNumber(number)} of ${formatNumber(row.rollUp.fullTotal)}`;
}

/** The trouble of a group: its recorded losses, and its machines in trouble. */
export function TroubleWhy({ row, losses }: { readonly row: GroupRow; readonly losses: LossesOfGroups }) {
  const lost = losses.lostOf(row);
  if (lost === null) return <GroupWhy row={row} />;
  const words = losses.wordsOf(row);
  return (
    <span title={words} className="text-ink-2" {...statementAttributes({ ...groupTrouble(withoutMissing(row)), ...lost })}>
      {words}
    </span>
  );
}
