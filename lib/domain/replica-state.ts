import type { ReplicaDoubt } from "./verdict";
import type { Replica } from "./world";

/**
 * Is the Pod past the moment at which it has to be gone? Its kubelet kills what is left then; a Pod that is still listed is one whose kubelet
 * nobody hears. `now` in milliseconds; inclusive.
 */
export function isPastDeletion({ deletingAt }: Pick<Replica, "deletingAt">, now: number): boolean {
  return deletingAt !== null && now >= deletingAt;
}

/** Does the replica run, as far as its Pod and its Node tell? Who runs may still be in doubt. `now` in milliseconds. */
export function isRunning(replica: Pick<Replica, "runningSince" | "deletingAt" | "nodeState">, now: number): boolean {
  return replica.runningSince !== null && !isPastDeletion(replica, now) && replica.nodeState !== "silent";
}

/**
 * Why a replica that is said to run cannot be vouched for, or null. Not being ready alone ends no connection: in a rollout it is routine. A condition
 * that is missing is not known; and where Nodes are out of sight nobody can tell whether this one is lost.
 */
export function doubtOfReplica(replica: Pick<Replica, "ready" | "nodeState"> | null): ReplicaDoubt | null {
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
