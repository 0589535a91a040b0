import type { World } from "@/lib/domain/mesh/world";
import { type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";

/** The namespace of istiod in its mesh configuration; null = not known. */
export function istiodNamespaceIn({ meshes }: Pick<World, "meshes">): string | null {
  for (const { istiodNamespace } of meshes.values()) if (istiodNamespace !== "") return istiodNamespace;
  return null;
}

/**
 * The istiod Pods of a cluster that a viewer may see. A viewer who sees Pods of other namespaces only gets "denied", and not
 * an empty list.
 */
export function replicasInSight({ cluster, replicas, meshes }: World, scope: Scope): World["replicas"] {
  if (replicas.kind === "denied") return replicas;
  const namespaces = visibleNamespacesOfSource(scope, cluster, "istiod-pods");
  if (namespaces === "all") return replicas;
  const value = new Map([...replicas.value].filter(([, { namespace }]) => namespaces.includes(namespace)));
  const seesIstiod = [...meshes.values()].some(({ istiodNamespace }) => namespaces.includes(istiodNamespace));
  return value.size > 0 || seesIstiod ? { ...replicas, value } : { kind: "denied", source: "you may not list Pods in istiod's namespace" };
}
