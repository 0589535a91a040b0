import type { ShellHead } from "@/lib/contract/views/fleet";
import type { PickedScope } from "./picked-scope";

/** One line of the namespace picker; `entries` is null for a chosen namespace that is not in sight. */
export interface NamespaceChoice {
  readonly name: string;
  readonly entries: number | null;
}

/**
 * The namespaces of the chosen clusters by name, with their entries added up: those with machines or groups first.
 * Chosen ones that nobody knows are among them, so that they can be taken back.
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
