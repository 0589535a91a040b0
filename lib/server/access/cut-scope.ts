import { commonNamespaces, type NamespaceScope, type WatchedKind } from "@/lib/domain/source/scope";

type Kinds = ReadonlyMap<WatchedKind, NamespaceScope>;

/** What both may see of a cluster: kinds and namespaces that are in both, none that is empty. */
export function cutKinds(one: Kinds, other: Kinds): Kinds {
  const kinds = new Map<WatchedKind, NamespaceScope>();
  for (const [kind, namespaces] of one) {
    const both = commonNamespaces(namespaces, other.get(kind) ?? []);
    if (both.length > 0) kinds.set(kind, both);
  }
  return kinds;
}
