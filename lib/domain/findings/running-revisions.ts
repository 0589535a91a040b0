import type { World } from "@/lib/domain/world";

/**
 * The revisions of which an istiod runs, in their order, "default" where it names none; null = istiod's Pods are not known. Where none runs at all
 * nothing follows for a revision.
 */
export function runningRevisions({ replicas }: Pick<World, "replicas">): readonly string[] | null {
  if (replicas.kind !== "known") return null;
  const running = [...replicas.value.values()].filter(({ runningSince }) => runningSince !== null);
  return [...new Set(running.map(({ revision }) => revision || "default"))].sort();
}

/** True if a Pod of the revision exists that does not run: it may be starting, and objects of its revision are right then. */
export function isRevisionStarting({ replicas }: Pick<World, "replicas">, revision: string): boolean {
  return replicas.kind === "known" && [...replicas.value.values()].some((one) => (one.revision || "default") === revision && one.runningSince === null);
}
