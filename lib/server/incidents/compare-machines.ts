import type { ComparedMachine, ComparedMachines } from "@/lib/contract/views/incidents";
import { currentBadCondition, type Incident, type IncidentMember } from "@/lib/domain/incidents/incident";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** The fleet in which machines are searched. */
export type ComparedFleet = Pick<FleetReader, "byUid" | "group" | "groupOf" | "members" | "judged" | "identityOf" | "endpoint">;

/** The most machines that are searched for one with an entry, and for a healthy one. */
const MOST_SEARCHED = 2_000;

/**
 * Returns a machine in trouble that still has an entry, the first that joined the incident, and a healthy machine of the same group, so that both can be
 * compared. Each is null if there is none. `incident`: its visible part.
 */
export function comparedMachines({ members, clusters }: Pick<Incident, "members" | "clusters">, fleet: ComparedFleet): ComparedMachines {
  const [cluster = ""] = clusters;
  const inTrouble = firstInTrouble(members);
  const bad = inTrouble.reduce<EntryRef | null>((found, { machine }) => found ?? fleet.byUid(cluster, machine.id.slice(cluster.length + 1)), null);
  const first = inTrouble[0]?.machine;
  const group = bad !== null ? fleet.groupOf(bad) : first === undefined || first.group === "" ? null : fleet.group(cluster, first.namespace, first.group);
  const healthy = group === null ? null : healthyMachineOf(group, fleet);
  return { bad: bad === null ? null : comparedMachine(bad, fleet), healthy };
}

/** Returns a healthy machine of a group; null = none was found, or these machines belong to no group. */
export function healthyMachineOf(group: FleetGroup, fleet: ComparedFleet): ComparedMachine | null {
  const healthy = group.name === "" ? null : healthyEntry(fleet.members(group), fleet);
  return healthy === null ? null : comparedMachine(healthy, fleet);
}

/** Members join at the end of the list. */
function firstInTrouble(members: readonly IncidentMember[]): readonly IncidentMember[] {
  const found: IncidentMember[] = [];
  for (const member of members) {
    if (currentBadCondition(member) !== null) found.push(member);
    if (found.length >= MOST_SEARCHED) break;
  }
  return found;
}

/** The healthy machine whose name is first, so that it is the same after each change of the incident. */
function healthyEntry(entries: Iterable<EntryRef>, fleet: ComparedFleet): EntryRef | null {
  let searched = 0;
  let found: { readonly entry: EntryRef; readonly name: string } | null = null;
  for (const entry of entries) {
    if (fleet.judged(entry).state === "healthy") {
      const { name } = fleet.identityOf(entry);
      if (found === null || name < found.name) found = { entry, name };
    }
    if (++searched >= MOST_SEARCHED) break;
  }
  return found?.entry ?? null;
}

/** Returns the name and the address of a machine for commands. */
export function comparedMachine(entry: EntryRef, fleet: ComparedFleet): ComparedMachine {
  const { namespace, name } = fleet.identityOf(entry);
  return { namespace, name, address: fleet.endpoint(entry).address };
}
