import { compareText } from "@/lib/domain/object/compare-text";
import { SOURCE_NAMES, SOURCES, type SourceName, sourceDefinition } from "./source";

/** A kind that a viewer may or may not see, by its Kubernetes plural: access is asked of Kubernetes by kind. Several sources may be of one kind. */
export type WatchedKind = (typeof SOURCES)[SourceName]["kind"];

export const WATCHED_KINDS: readonly WatchedKind[] = [...new Set(SOURCE_NAMES.map((name) => SOURCES[name].kind))];

/** Which namespaces of one kind may be seen: all, or these names (sorted; none = denied). */
export type NamespaceScope = "all" | readonly string[];

/** What a viewer may see: per cluster and kind. A missing cluster or kind is denied. */
export interface Scope {
  readonly clusters: ReadonlyMap<string, ReadonlyMap<WatchedKind, NamespaceScope>>;
  /** Clusters of which may be known that they are there: those above, and those of which nothing can be seen (yet). Others do not exist. */
  readonly knownClusters: ReadonlySet<string>;
  /** True where some cluster could not be asked what may be seen of it: there may be more. */
  readonly isPartial: boolean;
  /** Equal scopes have equal keys; part of every view's key. */
  readonly key: string;
}

/** Whoever asks: passed to every reader, subscription and export. */
export interface Viewer {
  /** Who it is, as a sign-in established it: a text that no other person's equals. It is nobody's secret, yet nothing to show either. */
  readonly subject: string;
  readonly scope: Scope;
  readonly mayWrite: boolean;
  /** Set where what may be seen of some clusters could not be checked of late. */
  readonly held?: CachedScope;
}

/** What may be seen of these clusters could not be checked: they are not in the scope, and what is shown of them already stands still. */
export interface CachedScope {
  readonly clusters: ReadonlySet<string>;
  /** The key of the scope with them, as it was allowed last: what is shown already has it. */
  readonly key: string;
}

interface Beyond {
  /** Clusters that may be known though nothing of them can be seen. */
  readonly known?: readonly string[];
  readonly isPartial?: boolean;
}

/** Builds a scope and its canonical key. */
export function scopeOf(clusters: ReadonlyMap<string, ReadonlyMap<WatchedKind, NamespaceScope>>, { known = [], isPartial = false }: Beyond = {}): Scope {
  const parts = [...clusters].sort(byName).map(([cluster, kinds]) => {
    const inner = [...kinds].sort(byName).map(([kind, namespaces]) => `${kind}=${namespaces === "all" ? "*" : [...namespaces].sort().join(",")}`);
    return `${cluster}{${inner.join(";")}}`;
  });
  const unseen = known.filter((cluster) => !clusters.has(cluster)).sort();
  const key = [...parts, ...unseen, ...(isPartial ? ["{}"] : [])].join("|");
  return { clusters, knownClusters: new Set([...clusters.keys(), ...known]), isPartial, key };
}

/** The scope without these clusters: whoever sees by it is told that there may be more. */
export function scopeWithoutClusters(scope: Scope, clusters: ReadonlySet<string>): Scope {
  const known = [...scope.knownClusters].filter((cluster) => !clusters.has(cluster));
  return scopeOf(new Map([...scope.clusters].filter(([cluster]) => !clusters.has(cluster))), { known, isPartial: true });
}

/** May this scope see objects of the kind in the namespace? */
export function isInScope(scope: Scope, cluster: string, kind: WatchedKind, namespace: string): boolean {
  const namespaces = scope.clusters.get(cluster)?.get(kind);
  if (namespaces === undefined) return false;
  return hasNamespace(namespaces, namespace);
}

/** Is a namespace one of those that may be seen? */
export function hasNamespace(namespaces: NamespaceScope, namespace: string): boolean {
  return namespaces === "all" || namespaces.includes(namespace);
}

/** Do all objects of a kind lie in namespaces of teams? Of a kind that the mesh itself has as well, some do not. */
export function isTeamKind(kind: WatchedKind): boolean {
  return SOURCE_NAMES.every((name) => SOURCES[name].kind !== kind || SOURCES[name].owner === "team");
}

/** The namespaces in which a scope has a source of a cluster: "all", or these; none = out of sight. */
export function namespacesOfSource(scope: Scope, cluster: string, source: SourceName): NamespaceScope {
  const kinds: ReadonlyMap<string, NamespaceScope> | undefined = scope.clusters.get(cluster);
  const { kind, beside } = sourceDefinition(source);
  const own = kinds?.get(kind) ?? [];
  return beside === undefined ? own : commonNamespaces(own, kinds?.get(beside) ?? []);
}

/** May the scope see what a source has in a namespace? */
export function isSourceInSight(scope: Scope, cluster: string, source: SourceName, namespace: string): boolean {
  return hasNamespace(namespacesOfSource(scope, cluster, source), namespace);
}

/** The namespaces that are in both. */
export function commonNamespaces(a: NamespaceScope, b: NamespaceScope): NamespaceScope {
  if (a === "all") return b;
  return b === "all" ? a : a.filter((name) => b.includes(name));
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return compareText(a[0], b[0]);
}
