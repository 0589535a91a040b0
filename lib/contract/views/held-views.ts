import type { ViewRequest } from "./view";

/** May a view show something of these clusters? One that names its clusters shows nothing of others. */
export function mayShow({ query }: Pick<ViewRequest, "query">, clusters: ReadonlySet<string>): boolean {
  if (clusters.size === 0) return false;
  const named = new URLSearchParams(query).getAll("cluster");
  return named.length === 0 || named.some((cluster) => clusters.has(cluster));
}
