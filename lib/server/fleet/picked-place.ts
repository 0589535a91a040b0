import type { ListQuery } from "@/lib/contract/url/list-query";

/** Did the reader pick this cluster and namespace (or none at all)? */
export function pickedPlace(query: Pick<ListQuery, "clusters" | "namespaces">, cluster: string, namespace: string): boolean {
  return (query.clusters.length === 0 || query.clusters.includes(cluster)) && (query.namespaces.length === 0 || query.namespaces.includes(namespace));
}
