import type { Replica, World } from "@/lib/domain/mesh/world";
import type { EventTime } from "./ending-evidence";
import type { Transition } from "./transition";

/** A start, end or restart of one istiod replica, as a transition of the history. */
export interface ReplicaChange {
  readonly replica: Replica;
  readonly transition: Transition;
}

/**
 * Returns the istiod replicas that started, ended or restarted between two worlds. Empty if Pods were not visible in one of the worlds: a replica
 * that becomes visible did not start then. `from` and `to` of a transition are revisions. A Pod of the same name with another uid is another replica.
 */
export function replicaTransitions(before: World, after: World, moment: EventTime): readonly ReplicaChange[] {
  if (before.replicas.kind === "denied" || after.replicas.kind === "denied") return [];
  const [old, fresh] = [before.replicas.value, after.replicas.value];
  const changes: ReplicaChange[] = [];
  const told = (replica: Replica, type: Transition["type"], from: string, to: string, known: Pick<Transition, "detail" | "facts"> = { detail: "" }) =>
    void changes.push({ replica, transition: { type, from, to, ...known, at: moment.at, notBefore: moment.notBefore } });
  for (const [name, replica] of old) if (fresh.get(name)?.uid !== replica.uid) told(replica, "replica-went", replica.revision, "");
  for (const [name, replica] of fresh) {
    const known = old.get(name);
    if (known?.uid !== replica.uid) told(replica, "replica-came", "", replica.revision, { detail: replica.zone });
    else if (isStartedAnew(known, replica)) told(replica, "replica-restarted", replica.revision, replica.revision, restartsOf(replica));
    else if (known.revision !== replica.revision) told(replica, "replica-came", known.revision, replica.revision, { detail: replica.zone });
  }
  return changes;
}

function restartsOf({ restarts }: Replica): Pick<Transition, "detail" | "facts"> {
  return { detail: "", facts: { kind: "restarts", count: restarts } };
}

function isStartedAnew(before: Replica, after: Replica): boolean {
  if (after.runningSince === null) return false;
  return before.runningSince === null ? after.restarts > before.restarts : before.runningSince !== after.runningSince;
}
