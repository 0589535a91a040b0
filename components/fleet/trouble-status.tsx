"use client";

import { StateIcon } from "@/components/state/state-icon";
import { GroupStatus } from "@/components/table/group-status";
import { GroupWhy } from "@/components/table/group-why";
import type { GroupRow } from "@/lib/contract/rows";
import { isTrouble } from "@/lib/domain/trouble";
import { formatNumber } from "@/lib/format/text/numbers";

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

/** What is wrong with a group: what the record knows of its losses, else what its machines tell. */
export function TroubleWhy({ row, words }: { readonly row: GroupRow; readonly words: string }) {
  if (words === "") return <GroupWhy row={row} />;
  return (
    <span title={words} className="text-ink-2">
      {words}
    </span>
  );
}
