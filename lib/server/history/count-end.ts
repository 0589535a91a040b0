import type { LossRow } from "@/lib/contract/answers/history";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** Until when a lost machine counted in the total of its group, and what ended that; undefined = it still counts, or that is not known. */
export function countEnd(fleet: FleetReader, { cluster, namespace, group, name }: EntryRow, endedAt: number): LossRow["countedUntil"] {
  const record = fleet.group(cluster, namespace, group);
  const loss = record?.memory.losses?.find((one) => one.name === name && one.at === endedAt);
  if (loss === undefined || loss.end === null) return undefined;
  return { at: loss.endedAt ?? endedAt, because: loss.end, ...(loss.by !== undefined && { by: loss.by }) };
}
