import type { ShellHead } from "@/lib/contract/views/fleet";
import type { PickedScope } from "./picked-scope";

/** One line of the namespace picker. `entries` is null for a selected namespace that the viewer cannot see. */
export interface NamespaceChoice {
  readonly name: string;
  readonly entries: number | null;
}

/**
 * Returns the namespaces of the selected clusters with their number of entries: those with machines or groups first, then by name. Includes unknown
 * selected namespaces, so that the user can deselect them.
 */
export function namespaceChoices({ namespaces }: Pick<ShellHead, "namespaces">, { clusters, namespaces: chosen }: PickedScope): readonly NamespaceChoice[] {
  const counts = new Map<string, number | null>(chosen.map((name) => [name, null]));
  const used = new Set(chosen);
  for (const { cluster, name, entries, groups } of namespaces) {
    if (clusters.length > 0 && !clusters.includes(cluster)) continue;
    counts.set(name, (counts.get(name) ?? 0) + entries);
    if (entries + groups > 0) used.add(name);
  }
  const rank = ({ name }: NamespaceChoice) => `${used.has(name) ? 0 : 1}${name}`;
  return [...counts].map(([name, entries]) => ({ name, entries })).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
