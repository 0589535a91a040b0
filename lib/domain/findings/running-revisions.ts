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
