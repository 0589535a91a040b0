import { entryManagementOf } from "@/lib/domain/entry/origin";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Replica, World } from "@/lib/domain/mesh/world";
import type { Timestamp } from "@/lib/domain/object/timestamp";
import {
  CLEANUP_SLACK_MS,
  connectionDeadlines,
  FUTURE_TOLERANCE_MS,
  gracePeriodOf,
  maxConnectionAgeOf,
  RECONNECT_AFTER_REPLICA_DELETION_MS,
  replicaOfEntry,
} from "./timing";
import type { Connection, GhostReason, UnverifiedReplicaReason } from "./verdict";

/** The milliseconds of a timestamp. `ms` is null if the text is not a time. */
type Moment = Pick<Timestamp, "ms">;

/** The fields of an entry that decide its connection. */
export type ConnectionInput = Pick<WorkloadEntry, "registrationGroup" | "controller"> & {
  readonly connectedAt: Moment | null;
  readonly disconnectedAt: Moment | null;
};

/**
 * Returns the connection between istiod and the machine at `now` (milliseconds), with its certainty (docs/istio.md#cleanup, #dead-replica,
 * #entry-states). Every limit is inclusive: from this exact millisecond on, the later kind applies.
 */
export function connectionOf(entry: ConnectionInput, world: World, now: number): Connection {
  if (entryManagementOf(entry) === "unmanaged") return { kind: "unmanaged" };
  // An entry has both `connectedAt` and `disconnectedAt` after a lost update. istiod reads it as connected (docs/istio.md#both-marks).
  if (entry.connectedAt !== null) return claimedConnection(entry, entry.connectedAt, world, now);
  if (entry.disconnectedAt !== null) return endedConnection(entry, entry.disconnectedAt, world, now);
  return { kind: "never" };
}

function claimedConnection(entry: ConnectionInput, connectedAt: Moment, world: World, now: number): Connection {
  const since = connectedAt.ms;
  if (since === null) return { kind: "leaked", since, why: "no-time" };
  if (now < since - FUTURE_TOLERANCE_MS) return { kind: "leaked", since, why: "in-the-future" };
  const maxAge = maxConnectionAgeOf(entry, world);
  const { renewBy, overdueAt, leakedAt } = connectionDeadlines(since, maxAge.kind === "denied" ? null : maxAge.value);
  if (leakedAt !== null && now >= leakedAt) return { kind: "leaked", since, why: "too-old" };
  const why = ghostReason(entry, since, world, now);
  if (why !== null) return { kind: "ghost", since, why, expectedBy: expectedBy(entry, why, world) };
  const doubt = world.replicas.kind === "known" ? unverifiedReplicaReason(replicaOfEntry(entry, world)) : "replica-not-visible";
  if (overdueAt !== null && renewBy !== null && now >= overdueAt) return { kind: "overdue", since, doubt, dueAt: renewBy };
  return { kind: "connected", since, doubt, renewBy };
}

/**
 * Returns the reason why the replica of an entry cannot have this connection (docs/istio.md#dead-replica). Null = there is no reason, or Pods are not
 * known.
 */
function ghostReason(entry: ConnectionInput, connectedAt: number, world: World, now: number): GhostReason | null {
  if (world.replicas.kind !== "known") return null;
  if (entry.controller === "") return "no-controller";
  const replica = replicaOfEntry(entry, world);
  if (replica === null) return "no-such-pod";
  if (replica.runningSince === null) return "not-running";
  // The start time of a container has whole seconds. A container that started in the second of the connection may have it.
  if (wholeSeconds(replica.runningSince) > wholeSeconds(connectedAt)) return "restarted";
  // The reasons that can appear later are checked last, so that the reason of a ghost does not change.
  if (replica.nodeState === "silent") return "node-silent";
  return isPastTerminationGrace(replica, now) ? "past-deletion" : null;
}

/**
 * Returns the time until which the machines of a replica that was deleted in order should reconnect, in milliseconds. Null = no other replica of its
 * revision is ready, or the deletion was not in order. A Pod that still exists after the end of its deletion was not deleted in order: its kubelet
 * does not answer.
 */
function expectedBy(entry: ConnectionInput, why: GhostReason, world: World): number | null {
  if (world.replicas.kind === "denied") return null;
  const end = why === "past-deletion" ? undefined : world.endedReplicas.get(entry.controller);
  if (end === undefined || !end.inOrder) return null;
  const isAnotherReady = [...world.replicas.value.values()].some(
    ({ name, revision, ready, runningSince, deletingAt }) =>
      name !== entry.controller && revision === end.revision && ready.status === "true" && runningSince !== null && deletingAt === null,
  );
  return isAnotherReady ? end.at + RECONNECT_AFTER_REPLICA_DELETION_MS : null;
}

function endedConnection(entry: ConnectionInput, disconnectedAt: Moment, world: World, now: number): Connection {
  const since = disconnectedAt.ms;
  if (since === null) return { kind: "disconnected", since, cleanedBy: null };
  const deadline = since + gracePeriodOf(entry, world).value;
  return now >= deadline ? { kind: "disconnected", since, cleanedBy: deadline + CLEANUP_SLACK_MS } : { kind: "reconnecting", since, deadline };
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/**
 * Returns true from the end of a Pod's termination grace period on. Its kubelet kills the rest of the Pod then. If the Pod is still listed, its
 * kubelet does not report. `now` in milliseconds.
 */
export function isPastTerminationGrace({ deletingAt }: Pick<Replica, "deletingAt">, now: number): boolean {
  return deletingAt !== null && now >= deletingAt;
}

/** Returns true if the Pod and the Node of a replica show that it runs. It may still be unverified. `now` in milliseconds. */
export function isReplicaRunning(replica: Pick<Replica, "runningSince" | "deletingAt" | "nodeState">, now: number): boolean {
  return replica.runningSince !== null && !isPastTerminationGrace(replica, now) && replica.nodeState !== "silent";
}

/**
 * Returns the reason why a running replica is unverified; null = it is verified. A replica that is not ready may still have its connections, which is
 * usual in a rollout. If its condition Ready is missing, its readiness is unknown. If Nodes are not visible, its Node may be lost.
 */
export function unverifiedReplicaReason(replica: Pick<Replica, "ready" | "nodeState"> | null): UnverifiedReplicaReason | null {
  if (replica === null) return "replica-not-visible";
  const { ready, nodeState } = replica;
  if (ready.status === "false") return nodeState === "not-visible" || nodeState === "not-known" ? "not-ready-node-not-visible" : "replica-not-ready";
  if (ready.status === "unknown") return "readiness-not-known";
  switch (nodeState) {
    case "ready":
      return null;
    case "not-ready":
      return "node-not-ready";
    case "not-known":
      return "node-not-known";
    default:
      return "node-not-visible";
  }
}
