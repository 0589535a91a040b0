import type { LossRow } from "@/lib/contract/answers/history";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import { isVariableSize } from "@/lib/domain/group/group-total";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { expectedOf } from "@/lib/server/fleet/group-sight";

/** Callers pass visible losses only, so that the size may be computed from all machines. */
const WHOLE = { object: true, machines: true };

/** Until when a lost machine counted in the total of its group, and what ended that; undefined = it still counts, or that is not known. */
export function countEnd(fleet: FleetReader, { cluster, namespace, group, name }: EntryRow, endedAt: number): LossRow["countedUntil"] {
  const record = fleet.group(cluster, namespace, group);
  const loss = record?.memory.losses?.find((one) => one.name === name && one.at === endedAt);
  if (record === null || loss === undefined) return undefined;
  if (loss.end !== "accepted" && loss.wasHealthy && isVariableSize(expectedOf(record, WHOLE))) return { at: endedAt, because: "left-healthy" };
  if (loss.end === null) return undefined;
  return { at: loss.endedAt ?? endedAt, because: loss.end, ...(loss.by !== undefined && { by: loss.by }) };
}
