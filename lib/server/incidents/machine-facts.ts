import type { EventTime } from "@/lib/domain/history/ending-evidence";
import { type LossWithEnd, wasHealthyWhenLeaving } from "@/lib/domain/history/loss-ends";
import { ENDING_CAUSES, isPlannedEnd, type Transition } from "@/lib/domain/history/transition";
import { isBad, type MachineCondition, type MachineFacts, type Observation, type ObservationOf } from "@/lib/domain/incidents/observation";
import type { State } from "@/lib/domain/verdict/verdict";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { revisionOf } from "./fleet-population";

const CONDITIONS: Readonly<Record<State, MachineCondition>> = {
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

/** The history does not have the state before a disconnection here. Until it has, a machine counts as healthy before it. */
const HEALTHY_BEFORE = [{ at: 0, from: "healthy", to: "" }];
/** The reasons of these connections prove a cause. Those of open ones are doubts only. */
const PROVING: readonly string[] = ["ghost", "leaked"];

/** Returns the condition of a machine in this state. */
export function conditionOfState(state: State): MachineCondition {
  return CONDITIONS[state];
}

/** Returns true if the engine must know that a machine had the first condition before, and has the second one now. Machines that serve on need no observation. */
export function engineNeedsCondition(before: MachineCondition, now: MachineCondition): boolean {
  return before !== now || isBad(now);
}

/** The state of a machine with the message of its health probe, and its connection with the reason of a doubt. */
export interface MachineState {
  readonly state: State;
  readonly message: string;
  readonly connection: string;
  readonly connectionWhy: string;
}

/** Returns the observation of a machine in a state. */
export function machineObservation(machine: MachineFacts, { at, notBefore }: EventTime, now: MachineState): ObservationOf<"machine"> {
  const condition = conditionOfState(now.state);
  const message = condition === "failed" ? now.message : "";
  const cause = condition === "unverified" && PROVING.includes(now.connection) ? now.connectionWhy : "";
  return { kind: "machine", at, notBefore, machine, condition, message, cause, wasHealthy: false };
}

/** Returns the observation of the end of an entry: "gone" if it was planned, else "lost". Null = a later version of Stolos wrote its cause. */
export function endObservation(
  machine: MachineFacts,
  { at, notBefore }: EventTime,
  end: Pick<Transition, "from" | "to" | "detail">,
): ObservationOf<"machine"> | null {
  const cause = ENDING_CAUSES.find((one) => one === end.to);
  if (cause === undefined) return null;
  const wasHealthy = wasHealthyWhenLeaving(end.from, HEALTHY_BEFORE, at);
  return { kind: "machine", at, notBefore, machine, condition: isPlannedEnd(cause) ? "gone" : "lost", message: end.detail, cause, wasHealthy };
}

/**
 * Returns the observations of a machine that left a group which had its expected size without it: its successor registered before. If it was in no trouble, it
 * is lost and replaced at once, as in a rolling replacement.
 */
export function observationsOfReplacement(ended: ObservationOf<"machine">, wasInTrouble: boolean): readonly Observation[] {
  const settled = { kind: "settled", at: ended.at, notBefore: null, machineId: ended.machine.id, how: "replaced", by: "" } as const;
  return wasInTrouble ? [settled] : [ended, settled];
}

/** Returns the observation of a planned end. */
export function goneObservation(machine: MachineFacts, at: number): ObservationOf<"machine"> {
  return { kind: "machine", at, notBefore: null, machine, condition: "gone", message: "", cause: "", wasHealthy: false };
}

/** Returns the observation of a machine in trouble that Stolos may not list any more. */
export function unseenObservation(machine: MachineFacts, at: number): ObservationOf<"machine"> {
  return { ...goneObservation(machine, at), condition: "unverified" };
}

/** Returns the observation of a lost machine of which only the loss is known. Its traits are not. */
export function lossObservation(group: { readonly cluster: string; readonly namespace: string; readonly name: string }, loss: LossWithEnd) {
  const { cluster, namespace } = group;
  const { at, name, wasHealthy } = loss;
  const machine: MachineFacts = { id: machineId(cluster, `${namespace}/${name}@${at}`), cluster, namespace, name, group: group.name, traits: {} };
  return { kind: "machine", at, notBefore: null, machine, condition: "lost", message: "", cause: "", wasHealthy } satisfies ObservationOf<"machine">;
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
