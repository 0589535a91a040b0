import type { SavedView } from "@/lib/contract/url/saved-view";
import { scopeOfViewAddress } from "@/lib/contract/url/view-scope";
import { isInScope, type Scope, type WatchedKind } from "@/lib/domain/source/scope";

/** The kinds whose objects the lists are of: who sees none of them in a namespace sees nothing of it there. */
const LISTED: readonly WatchedKind[] = ["workloadgroups", "workloadentries", "services", "serviceentries"];

/** Does a scope see everything of a cluster that the lists show? */
export function seesWhole(scope: Scope, cluster: string): boolean {
  const kinds = scope.clusters.get(cluster);
  return kinds !== undefined && LISTED.every((kind) => kinds.get(kind) === "all");
}

/**
 * May somebody know of a view that is kept in this cluster? Every cluster and namespace that its address names has to be in his sight: a namespace in each
 * of the clusters that are named, else in the one where the view is kept. What names no namespace and something else than a place, such as a machine, might
 * be about one that he does not see, and is for those who see the whole of these clusters.
 */
export function isInSight({ address }: SavedView, cluster: string, scope: Scope): boolean {
  const { clusters, namespaces, namesMore } = scopeOfViewAddress(address);
  if (!clusters.every((named) => scope.clusters.has(named))) return false;
  const meant = clusters.length === 0 ? [cluster] : clusters;
  return meant.every((one) => {
    if (seesWhole(scope, one)) return true;
    return namespaces.length === 0 ? !namesMore : namespaces.every((namespace) => LISTED.some((kind) => isInScope(scope, one, kind, namespace)));
  });
}
