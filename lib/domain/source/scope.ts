import { compareText } from "@/lib/domain/object/compare-text";
import { SOURCE_NAMES, SOURCES, type SourceName, sourceDefinition } from "./source";

/** The Kubernetes plural of a kind that a viewer may or may not see. Kubernetes checks permissions by kind. Several sources can have one kind. */
export type WatchedKind = (typeof SOURCES)[SourceName]["kind"];

export const WATCHED_KINDS: readonly WatchedKind[] = [...new Set(SOURCE_NAMES.map((name) => SOURCES[name].kind))];

/** The visible namespaces of one kind: all, or these names (sorted; empty = denied). */
export type NamespaceScope = "all" | readonly string[];

/** The kinds and namespaces that a viewer may see, by cluster. A missing cluster or kind is denied. */
export interface Scope {
  readonly clusters: ReadonlyMap<string, ReadonlyMap<WatchedKind, NamespaceScope>>;
  /** The clusters whose existence the viewer may know: those of `clusters`, and those without a visible object. All others are hidden. */
  readonly knownClusters: ReadonlySet<string>;
  /** True if the permissions in some cluster could not be checked, so that the viewer may see more. */
  readonly isPartial: boolean;
  /** A text that is equal for equal scopes. It is part of the key of each view. */
  readonly key: string;
}

/** The user or token behind a request. Every reader, subscription and export has it as a parameter. */
export interface Viewer {
  /** The identity from the sign-in: unique for each user. It is not a secret, but pages do not show it. */
  readonly subject: string;
  readonly scope: Scope;
  readonly mayWrite: boolean;
  /** The clusters in which permissions could not be checked recently. */
  readonly held?: UncheckedClusters;
}

/** Clusters whose permissions could not be checked. They are not in the scope, and pages keep their last values without updates. */
export interface UncheckedClusters {
  readonly clusters: ReadonlySet<string>;
  /** The key of the last allowed scope with these clusters, which is the key of the values that pages still show. */
  readonly key: string;
}

interface Beyond {
  /** Clusters whose existence the viewer may know, although no object in them is visible. */
  readonly known?: readonly string[];
  readonly isPartial?: boolean;
}

/** Returns a scope with its key. */
export function scopeFromPermissions(
  clusters: ReadonlyMap<string, ReadonlyMap<WatchedKind, NamespaceScope>>,
  { known = [], isPartial = false }: Beyond = {},
): Scope {
  const parts = [...clusters].sort(byName).map(([cluster, kinds]) => {
    const inner = [...kinds].sort(byName).map(([kind, namespaces]) => `${kind}=${namespaces === "all" ? "*" : [...namespaces].sort().join(",")}`);
    return `${cluster}{${inner.join(";")}}`;
  });
  const unseen = known.filter((cluster) => !clusters.has(cluster)).sort();
  const key = [...parts, ...unseen, ...(isPartial ? ["{}"] : [])].join("|");
  return { clusters, knownClusters: new Set([...clusters.keys(), ...known]), isPartial, key };
}

/** Returns the scope without these clusters. It is partial, so that pages show that there may be more. */
export function scopeWithoutClusters(scope: Scope, clusters: ReadonlySet<string>): Scope {
  const known = [...scope.knownClusters].filter((cluster) => !clusters.has(cluster));
  return scopeFromPermissions(new Map([...scope.clusters].filter(([cluster]) => !clusters.has(cluster))), { known, isPartial: true });
}

/** Returns true if the viewer may see objects of the kind in the namespace. */
export function isInScope(scope: Scope, cluster: string, kind: WatchedKind, namespace: string): boolean {
  const namespaces = scope.clusters.get(cluster)?.get(kind);
  if (namespaces === undefined) return false;
  return hasNamespace(namespaces, namespace);
}

/** Returns true if the namespace is visible. */
export function hasNamespace(namespaces: NamespaceScope, namespace: string): boolean {
  return namespaces === "all" || namespaces.includes(namespace);
}

/** Returns true if all objects of the kind are in namespaces of teams. False for a kind of which the mesh itself has objects, too. */
export function isTeamNamespaceKind(kind: WatchedKind): boolean {
  return SOURCE_NAMES.every((name) => SOURCES[name].kind !== kind || SOURCES[name].owner === "team");
}

/** Returns the visible namespaces of a source in a cluster. Empty = the source is not visible. */
export function visibleNamespacesOfSource(scope: Scope, cluster: string, source: SourceName): NamespaceScope {
  const kinds: ReadonlyMap<string, NamespaceScope> | undefined = scope.clusters.get(cluster);
  const { kind, beside } = sourceDefinition(source);
  const own = kinds?.get(kind) ?? [];
  return beside === undefined ? own : commonNamespaces(own, kinds?.get(beside) ?? []);
}

/** Returns true if the viewer may see the objects of a source in a namespace. */
export function isSourceVisible(scope: Scope, cluster: string, source: SourceName, namespace: string): boolean {
  return hasNamespace(visibleNamespacesOfSource(scope, cluster, source), namespace);
}

/** Returns the namespaces that are in both scopes. */
export function commonNamespaces(a: NamespaceScope, b: NamespaceScope): NamespaceScope {
  if (a === "all") return b;
  return b === "all" ? a : a.filter((name) => b.includes(name));
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return compareText(a[0], b[0]);
}
