import { type NamespaceScope, type Scope, scopeOf, type WatchedKind } from "@/lib/domain/scope";

/** The kinds that live in namespaces of teams: a server may be told to show only some of these. */
const TEAM_KINDS: ReadonlySet<WatchedKind> = new Set(["workloadgroups", "workloadentries", "serviceentries", "services", "namespaces"]);

/** What a viewer may see: what the server's own credentials may read, narrowed to the namespaces that the server is told to show (null = all). */
export function visibleScope(rights: ReadonlyMap<string, ReadonlyMap<WatchedKind, NamespaceScope>>, shownNamespaces: readonly string[] | null): Scope {
  const clusters = [...rights].map(
    ([cluster, kinds]) => [cluster, new Map([...kinds].map(([kind, scope]) => [kind, narrowed(kind, scope, shownNamespaces)]))] as const,
  );
  return scopeOf(new Map(clusters));
}

function narrowed(kind: WatchedKind, scope: NamespaceScope, shown: readonly string[] | null): NamespaceScope {
  if (shown === null || !TEAM_KINDS.has(kind)) return scope;
  return [...shown].filter((namespace) => scope === "all" || scope.includes(namespace)).sort();
}
