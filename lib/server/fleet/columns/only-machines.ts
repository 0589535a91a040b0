import { MemberChain, Members } from "@/lib/server/derive/member-chain";
import type { FleetStore } from "./fleet-store";
import { countInGroup } from "./group-counters";
import { blankRecord, type GroupRecord } from "./group-table";

/** Groups as they would be if only some of their machines were there. A group without an object, a machine or a lost machine that counts is left out. */
export function onlyMachines({ columns, groups }: FleetStore, only: (slot: number) => boolean): GroupRecord[] {
  const chain = new MemberChain();
  return groups.ordered.flatMap((whole) => {
    const { id, place, name, object, memory, gone, version } = whole;
    const left: GroupRecord = { ...blankRecord(id, place, name, new Members(chain)), object, memory, gone, version };
    for (const slot of whole.members) if (only(slot)) countInGroup(columns, left, slot, 1);
    return left.members.size === 0 && object === null && memory.lostAt.length === 0 ? [] : [left];
  });
}
