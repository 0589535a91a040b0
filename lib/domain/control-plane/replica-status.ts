import type { Replica } from "@/lib/domain/mesh/world";
import { isPastDeletion, replicaDoubt } from "@/lib/domain/verdict/connection";
import type { ReplicaDoubt } from "@/lib/domain/verdict/verdict";

/** How a replica of istiod that machines name, or that has a Pod, stands. */
export const REPLICA_STATUSES = ["runs", "in-doubt", "ending", "not-running", "lost", "gone", "not-visible"] as const;
export type ReplicaStatusKind = (typeof REPLICA_STATUSES)[number];

/** `doubt`: why it cannot be vouched for, though it runs. */
export interface ReplicaStatus {
  readonly kind: ReplicaStatusKind;
  readonly doubt: ReplicaDoubt | null;
}

/**
 * How a replica stands at `now` (milliseconds). `replica` = null: no Pod has that name, undefined: Pods are out of sight. `ending`: it was asked to stop,
 * and still runs; `lost`: its Pod is there, but its Node is silent or the Pod should be gone; `gone`: there is no such Pod. The last three hold nobody
 * (docs/istio.md#dead-replica).
 */
export function replicaStatusOf(replica: Replica | null | undefined, now: number): ReplicaStatus {
  if (replica === undefined) return { kind: "not-visible", doubt: null };
  if (replica === null) return { kind: "gone", doubt: null };
  if (replica.runningSince === null) return { kind: "not-running", doubt: null };
  if (replica.nodeState === "silent" || isPastDeletion(replica, now)) return { kind: "lost", doubt: null };
  const doubt = replicaDoubt(replica);
  if (replica.deletingAt !== null) return { kind: "ending", doubt };
  return { kind: doubt === null ? "runs" : "in-doubt", doubt };
}

/** Can a replica that stands so hold a connection? */
export function mayHoldConnections(kind: ReplicaStatusKind): boolean {
  return kind === "runs" || kind === "in-doubt" || kind === "ending";
}
