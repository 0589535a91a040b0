import type { ComparedMachine, ComparedMachines } from "@/lib/contract/views/incidents";
import { currentBadCondition, type Incident, type IncidentMember } from "@/lib/domain/incidents/incident";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** The fleet in which machines are searched. */
export type ComparedFleet = Pick<FleetReader, "byUid" | "group" | "groupOf" | "members" | "judged" | "identityOf" | "endpoint">;

/** The most machines of a group that are searched for a healthy one, and the most members that are searched for one with an entry. */
const MOST_SEARCHED = 2_000;

/**
 * Returns a machine in trouble that still has an entry, the first that failed, and a healthy machine of the same group, so that both can be compared. Each is
 * null if there is none. `incident`: its visible part.
 */
export function comparedMachines({ members, clusters }: Pick<Incident, "members" | "clusters">, fleet: ComparedFleet): ComparedMachines {
  const [cluster = ""] = clusters;
  const inTrouble = members.filter((member) => currentBadCondition(member) !== null).sort((a, b) => a.joinedAt - b.joinedAt);
  const bad = firstEntry(inTrouble, cluster, fleet);
  const first = inTrouble[0]?.machine;
  const group = bad !== null ? fleet.groupOf(bad) : first === undefined || first.group === "" ? null : fleet.group(cluster, first.namespace, first.group);
  const healthy = group === null || group.name === "" ? null : healthyEntry(fleet.members(group), fleet);
  return { bad: bad === null ? null : comparedMachine(bad, fleet), healthy: healthy === null ? null : comparedMachine(healthy, fleet) };
}

function firstEntry(members: readonly IncidentMember[], cluster: string, fleet: ComparedFleet): EntryRef | null {
  for (const { machine } of members.slice(0, MOST_SEARCHED)) {
    const entry = fleet.byUid(cluster, machine.id.slice(cluster.length + 1));
    if (entry !== null) return entry;
  }
  return null;
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

function comparedMachine(entry: EntryRef, fleet: ComparedFleet): ComparedMachine {
  const { namespace, name } = fleet.identityOf(entry);
  return { namespace, name, address: fleet.endpoint(entry).address };
}
