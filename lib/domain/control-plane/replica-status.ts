import type { Replica } from "@/lib/domain/mesh/world";
import { isPastTerminationGrace, unverifiedReplicaReason } from "@/lib/domain/verdict/connection";
import type { UnverifiedReplicaReason } from "@/lib/domain/verdict/verdict";

/** The statuses of a replica of istiod that has a Pod, or is in an annotation of an entry. */
export const REPLICA_STATUSES = ["runs", "in-doubt", "ending", "not-running", "lost", "gone", "not-visible"] as const;
export type ReplicaStatusKind = (typeof REPLICA_STATUSES)[number];

/** The status of a replica. `doubt`: the reason why a running replica is unverified. */
export interface ReplicaStatus {
  readonly kind: ReplicaStatusKind;
  readonly doubt: UnverifiedReplicaReason | null;
}

/**
 * Returns the status of a replica at `now` (milliseconds). `replica`: null = no Pod has its name, undefined = Pods are not visible. `ending`: it
 * still runs after a delete request. `lost`: its Pod exists, but the Node is silent or the Pod should not exist any more. `gone`: no Pod with its
 * name exists. A replica that is lost, gone or not running has no connections (docs/istio.md#dead-replica).
 */
export function replicaStatusOf(replica: Replica | null | undefined, now: number): ReplicaStatus {
  if (replica === undefined) return { kind: "not-visible", doubt: null };
  if (replica === null) return { kind: "gone", doubt: null };
  if (replica.runningSince === null) return { kind: "not-running", doubt: null };
  if (replica.nodeState === "silent" || isPastTerminationGrace(replica, now)) return { kind: "lost", doubt: null };
  const doubt = unverifiedReplicaReason(replica);
  if (replica.deletingAt !== null) return { kind: "ending", doubt };
  return { kind: doubt === null ? "runs" : "in-doubt", doubt };
}

/** Returns true if a replica with this status can have connections. */
export function mayHoldConnections(kind: ReplicaStatusKind): boolean {
  return kind === "runs" || kind === "in-doubt" || kind === "ending";
}
