import type { World } from "@/lib/domain/mesh/world";

/**
 * The revisions that an istiod runs, sorted, "default" for an empty name. Null = the Pods of istiod are not known. If no istiod runs, nothing follows for a
 * revision.
 */
export function runningRevisions({ replicas }: Pick<World, "replicas">): readonly string[] | null {
  if (replicas.kind !== "known") return null;
  const running = [...replicas.value.values()].filter(({ runningSince }) => runningSince !== null);
  return [...new Set(running.map(({ revision }) => revision || "default"))].sort();
}

/** True if the revision has a Pod that does not run. It may be starting, and objects of its revision are right then. */
export function isRevisionStarting({ replicas }: Pick<World, "replicas">, revision: string): boolean {
  return replicas.kind === "known" && [...replicas.value.values()].some((one) => (one.revision || "default") === revision && one.runningSince === null);
}
