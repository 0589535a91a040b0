import { compareHarm, type Harm } from "@/lib/domain/harm";
import { HOST_STATUSES, type HostStatus } from "./host-status";

/**
 * Orders hosts by what their callers suffer, the most first; 0 = equal. A host with nobody left comes before any other, whatever its size; then by
 * HOST_STATUSES; within one status by how many it is about and what share that is. Machines count before Pods: Kubernetes looks after those.
 */
export function compareHostHarm(a: HostStatus, b: HostStatus): number {
  return rankOf(a) - rankOf(b) || compareHarm(harmOf(a), harmOf(b), 0);
}

/** Missing Pods alone come after missing machines. */
function rankOf({ kind, lacks }: HostStatus): number {
  return HOST_STATUSES.indexOf(kind) + (lacks === "pods" ? 0.5 : 0);
}

function harmOf({ kind, count, of }: HostStatus): Harm {
  const isGone = kind === "nobody" || kind === "missing";
  return { notServing: isGone ? count : 0, size: of, inDoubt: kind === "unverified" ? count : 0, since: null };
}
