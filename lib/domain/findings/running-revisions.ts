import type { World } from "@/lib/domain/mesh/world";

/**
 * Returns the sorted revisions of the running istiod Pods, "default" for an empty name. Null = the Pods of istiod are not visible. Empty = no istiod
 * runs, and nothing follows for objects of a revision.
 */
export function runningRevisions({ replicas }: Pick<World, "replicas">): readonly string[] | null {
  if (replicas.kind !== "known") return null;
  const running = [...replicas.value.values()].filter(({ runningSince }) => runningSince !== null);
  return [...new Set(running.map(({ revision }) => revision || "default"))].sort();
}

/** Returns true if the revision has an istiod Pod that does not run. The Pod may be starting, and then objects of this revision are right. */
export function mayRevisionBeStarting({ replicas }: Pick<World, "replicas">, revision: string): boolean {
  return replicas.kind === "known" && [...replicas.value.values()].some((one) => (one.revision || "default") === revision && one.runningSince === null);
}
