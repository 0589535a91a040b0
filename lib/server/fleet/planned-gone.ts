import { membershipOf } from "@/lib/domain/entry/membership";
import { type ParsedPlannedLeaves, parsePlannedLeaves } from "@/lib/domain/entry/planned-leaves";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { FleetReader } from "./fleet-reader";

const read = new WeakMap<WorkloadGroup, ParsedPlannedLeaves>();

/** The machines that a group names as planned to go; read once of each version of the group. */
export function plannedLeavesIn(group: WorkloadGroup): ParsedPlannedLeaves {
  const known = read.get(group);
  if (known !== undefined) return known;
  const leaves = parsePlannedLeaves(group.plannedLeaves);
  read.set(group, leaves);
  return leaves;
}

/** Does the group of an entry name it as planned to go? False where groups are not seen: nobody says so then. */
export function isPlannedToGo(entry: WorkloadEntry, fleet: Pick<FleetReader, "group">): boolean {
  const group = fleet.group(entry.cluster, entry.namespace, membershipOf(entry).group)?.object ?? null;
  if (group === null || group.plannedLeaves === null) return false;
  const planned = plannedLeavesIn(group);
  return planned.kind === "read" && planned.leaves.some((leave) => leave.entry === entry.name);
}
