import { type NamespaceScope, type Scope, WATCHED_KINDS, type WatchedKind } from "@/lib/domain/source/scope";
import { visibleScope } from "./visible-scope";

/** What the server's own account may read and is told to show: the most that any viewer can see. */
export interface ServerScope {
  get(): Scope;
  /** Takes what the account may read in a cluster now. */
  rights(cluster: string, kinds: ReadonlyMap<WatchedKind, NamespaceScope>): void;
  /** Takes the clusters that the server is told to watch now. The history of the others stays visible, with the last rights in them. */
  setKnown(known: readonly string[]): void;
  /** Takes the clusters of the history. Those that are not configured are visible as far as the settings show namespaces: only the server's account read them. */
  setRecorded(clusters: readonly string[]): void;
  /** Hears of another scope once it holds; gives back what ends that. */
  onChanged(listener: () => void): () => void;
}

const ALL: ReadonlyMap<WatchedKind, NamespaceScope> = new Map(WATCHED_KINDS.map((kind) => [kind, "all"]));

/** Keeps the server's scope up to date. `known`: the clusters that it is told to watch; `namespaces`: those that it is told to show, null = all. */
export function serverScope(told: { readonly known: readonly string[]; readonly namespaces: readonly string[] | null }): ServerScope {
  const rights = new Map<string, ReadonlyMap<WatchedKind, NamespaceScope>>();
  const listeners = new Set<() => void>();
  let { known } = told;
  /** The clusters that an earlier process watched. Their rights are not known any more. */
  const earlier = new Set<string>();
  let scope = visibleScope(rights, told);
  const changed = () => {
    const next = visibleScope(rights, { ...told, known });
    if (next.key === scope.key) return;
    scope = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => scope,
    rights: (cluster, kinds) => {
      earlier.delete(cluster);
      rights.set(cluster, kinds);
      changed();
    },
    setKnown: (next) => {
      known = next;
      for (const cluster of [...earlier].filter((name) => next.includes(name))) {
        earlier.delete(cluster);
        rights.delete(cluster);
      }
      changed();
    },
    setRecorded: (clusters) => {
      for (const cluster of clusters.filter((name) => !known.includes(name) && !rights.has(name))) {
        earlier.add(cluster);
        rights.set(cluster, ALL);
      }
      changed();
    },
    onChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
