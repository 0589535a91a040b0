import { hasNamespace, isTeamNamespaceKind, type NamespaceScope, type Scope, scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";

interface Visible {
  /** The clusters that the server is told to watch. */
  readonly known: readonly string[];
  /** The namespaces that it is told to show; null = all. */
  readonly namespaces: readonly string[] | null;
}

/** What can be seen: what the server's own credentials may read, narrowed to what the server is told to show. */
export function visibleScope(rights: ReadonlyMap<string, ReadonlyMap<WatchedKind, NamespaceScope>>, { known, namespaces }: Visible): Scope {
  const clusters = [...rights].map(
    ([cluster, kinds]) => [cluster, new Map([...kinds].map(([kind, scope]) => [kind, narrowed(kind, scope, namespaces)]))] as const,
  );
  return scopeFromPermissions(new Map(clusters), { known });
}

function narrowed(kind: WatchedKind, scope: NamespaceScope, shown: readonly string[] | null): NamespaceScope {
  if (shown === null || !isTeamNamespaceKind(kind)) return scope;
  return [...shown].filter((namespace) => hasNamespace(scope, namespace)).sort();
}
