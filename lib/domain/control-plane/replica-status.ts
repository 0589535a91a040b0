import type { Replica } from "@/lib/domain/mesh/world";
import { isPastDeletion, unverifiedReplicaReason } from "@/lib/domain/verdict/connection";
import type { UnverifiedReplicaReason } from "@/lib/domain/verdict/verdict";

/** The statuses of a replica of istiod that has a Pod, or that machines name. */
export const REPLICA_STATUSES = ["runs", "in-doubt", "ending", "not-running", "lost", "gone", "not-visible"] as const;
export type ReplicaStatusKind = (typeof REPLICA_STATUSES)[number];

/** `doubt`: the reason for which a running replica is unverified. */
export interface ReplicaStatus {
  readonly kind: ReplicaStatusKind;
  readonly doubt: UnverifiedReplicaReason | null;
}

/**
 * Returns the status of a replica at `now` (milliseconds). `replica` null = no Pod has that name, undefined = Pods are not visible. `ending`: it still runs
 * after a delete request. `lost`: its Pod exists, but its Node is silent or the Pod should be gone. `gone`: no such Pod exists. Neither of the last two holds a
 * connection, nor does a replica that is not running (docs/istio.md#dead-replica).
 */
export function replicaStatusOf(replica: Replica | null | undefined, now: number): ReplicaStatus {
  if (replica === undefined) return { kind: "not-visible", doubt: null };
  if (replica === null) return { kind: "gone", doubt: null };
  if (replica.runningSince === null) return { kind: "not-running", doubt: null };
  if (replica.nodeState === "silent" || isPastDeletion(replica, now)) return { kind: "lost", doubt: null };
  const doubt = unverifiedReplicaReason(replica);
  if (replica.deletingAt !== null) return { kind: "ending", doubt };
  return { kind: doubt === null ? "runs" : "in-doubt", doubt };
}

/** Returns true if a replica with this status can hold a connection. */
export function mayHoldConnections(kind: ReplicaStatusKind): boolean {
  return kind === "runs" || kind === "in-doubt" || kind === "ending";
}
