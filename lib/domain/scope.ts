/** The kinds a viewer may or may not see, by their Kubernetes plural. */
export const WATCHED_KINDS = ["workloadgroups", "workloadentries", "serviceentries", "services", "pods", "nodes", "namespaces"] as const;

export type WatchedKind = (typeof WATCHED_KINDS)[number];

/** Which namespaces of one kind may be seen: all, or these names (sorted; none = denied). */
export type NamespaceScope = "all" | readonly string[];

/** What a viewer may see: per cluster and kind. A missing cluster or kind is denied. */
export interface Scope {
  readonly clusters: ReadonlyMap<string, ReadonlyMap<WatchedKind, NamespaceScope>>;
  /** Equal scopes have equal keys; part of every view's key. */
  readonly key: string;
}

/** Whoever asks: passed to every reader, subscription and export. */
export interface Viewer {
  readonly scope: Scope;
  readonly mayWrite: boolean;
}

/** Builds a scope and its canonical key. */
export function scopeOf(clusters: ReadonlyMap<string, ReadonlyMap<WatchedKind, NamespaceScope>>): Scope {
  const parts = [...clusters].sort(byName).map(([cluster, kinds]) => {
    const inner = [...kinds].sort(byName).map(([kind, namespaces]) => `${kind}=${namespaces === "all" ? "*" : [...namespaces].sort().join(",")}`);
    return `${cluster}{${inner.join(";")}}`;
  });
  return { clusters, key: parts.join("|") };
}

/** May this scope see objects of the kind in the namespace? */
export function inScope(scope: Scope, cluster: string, kind: WatchedKind, namespace: string): boolean {
  const namespaces = scope.clusters.get(cluster)?.get(kind);
  if (namespaces === undefined) return false;
  return namespaces === "all" || namespaces.includes(namespace);
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}
