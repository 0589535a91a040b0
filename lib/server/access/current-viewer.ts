import type { NamespaceScope, Viewer, WatchedKind } from "@/lib/domain/scope";
import { visibleScope } from "./visible-scope";

/** Whoever asks; for now everybody sees what the server's credentials may read. */
export interface CurrentViewer {
  get(): Viewer;
  /** Takes what the credentials may read in a cluster now. */
  rights(cluster: string, kinds: ReadonlyMap<WatchedKind, NamespaceScope>): void;
}

interface Access {
  readonly visibleNamespaces: readonly string[] | null;
  readonly readOnly: boolean;
}

/** Keeps who asks up to date; `changed` hears of another scope once it holds: a stream keeps the scope it was opened with, so it has to be ended. */
export function currentViewer({ visibleNamespaces, readOnly }: Access, changed: () => void): CurrentViewer {
  const rights = new Map<string, ReadonlyMap<WatchedKind, NamespaceScope>>();
  let viewer: Viewer = { scope: visibleScope(rights, visibleNamespaces), mayWrite: !readOnly };
  return {
    get: () => viewer,
    rights: (cluster, kinds) => {
      rights.set(cluster, kinds);
      const scope = visibleScope(rights, visibleNamespaces);
      if (scope.key === viewer.scope.key) return;
      viewer = { ...viewer, scope };
      changed();
    },
  };
}
