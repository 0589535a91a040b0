"use client";

import { StateIcon } from "@/components/state/state-icon";
import { statementAttributes } from "@/components/state/statement";
import { GroupStatus } from "@/components/table/group-status";
import { GroupWhy } from "@/components/table/group-why";
import type { GroupRow } from "@/lib/contract/rows";
import { groupTrouble } from "@/lib/domain/statements/group";
import { isTrouble } from "@/lib/domain/trouble";
import { formatNumber } from "@/lib/format/text/numbers";
import { type LossesOfGroups, withoutMissing } from "./use-fleet-losses";

/** Vanished, where the record knows that those who are missing were lost, and nothing worse is there to say. */
export function TroubleStatus({ row, lost }: { readonly row: GroupRow; readonly lost: number }) {
  if (lost === 0 || row.unreadable !== null || (row.state !== null && isTrouble(row.state))) return <GroupStatus row={row} />;
  return (
    <span data-state-word="vanished" data-count={lost} className="inline-flex items-center gap-1.5 align-middle font-medium whitespace-nowrap text-bad">
      <StateIcon state="vanished" />
      {formatNumber(lost)} vanished
    </span>
  );
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
