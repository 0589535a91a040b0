import { namespacesOfSource, type Scope } from "@/lib/domain/scope";
import type { World } from "@/lib/domain/world";

/** The istiod Pods of a cluster as far as a viewer may see them. */
export function replicasInSight({ cluster, replicas }: World, scope: Scope): World["replicas"] {
  if (replicas.kind === "denied") return replicas;
  const namespaces = namespacesOfSource(scope, cluster, "istiod-pods");
  if (namespaces !== "all" && namespaces.length === 0) return { kind: "denied", source: "Pods are not in your sight" };
  const isSeen = (namespace: string) => namespaces === "all" || namespaces.includes(namespace);
  return { ...replicas, value: new Map([...replicas.value].filter(([, { namespace }]) => isSeen(namespace))) };
}
