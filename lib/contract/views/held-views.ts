import type { ViewRequest } from "./view";

/** Returns true if a view can show one of these clusters. A view that names clusters shows only those. */
export function viewCoversAnyCluster({ query }: Pick<ViewRequest, "query">, clusters: ReadonlySet<string>): boolean {
  if (clusters.size === 0) return false;
  const named = new URLSearchParams(query).getAll("cluster");
  return named.length === 0 || named.some((cluster) => clusters.has(cluster));
}
