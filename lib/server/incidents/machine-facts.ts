import type { Condition, MachineFacts } from "@/lib/domain/incidents/observation";
import type { State } from "@/lib/domain/verdict/verdict";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { revisionOf } from "./fleet-population";

const CONDITIONS: Readonly<Record<State, Condition>> = {
  unhealthy: "failed",
  "no-endpoint": "failed",
  vanished: "lost",
  unverified: "unverified",
  disconnected: "unverified",
  unreadable: "unverified",
  draining: "waiting",
  awaiting: "waiting",
  overdue: "serving",
  reconnecting: "serving",
  unchecked: "serving",
  healthy: "serving",
};

/** Returns the condition of a machine in this state. */
export function conditionOfState(state: State): Condition {
  return CONDITIONS[state];
}

/** Returns the id of a machine in incidents. */
export function machineId(cluster: string, uid: string): string {
  return `${cluster}/${uid}`;
}

/** Returns the identity and traits of an entry of the fleet. */
export function machineFacts(fleet: FleetReader, entry: EntryRef): MachineFacts {
  const { cluster, namespace, name, uid } = fleet.identityOf(entry);
  const replica = fleet.trait(entry, "replica");
  const traits = {
    ...{ zone: fleet.trait(entry, "zone"), network: fleet.trait(entry, "network"), account: fleet.trait(entry, "account") },
    ...{ replica, revision: revisionOf(fleet, cluster, replica), version: fleet.trait(entry, "version") },
  };
  return { id: machineId(cluster, uid), cluster, namespace, name, group: fleet.groupOf(entry).name, traits };
}
