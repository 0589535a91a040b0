import { compareText } from "@/lib/domain/object/compare-text";

/** A machine that somebody chose. `group`: the group that it belongs to, "" = none. */
export interface SelectedEntry {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly group: string;
}

/** A group, and the names of the chosen machines that belong to it. */
export interface SelectedEntriesOfGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly entries: readonly string[];
}

export interface SelectionByGroup {
  /** In the order of cluster, namespace and name; the machines of each by name. */
  readonly groups: readonly SelectedEntriesOfGroup[];
  /** The names of those that belong to no group. */
  readonly without: readonly string[];
}

/** Chosen machines by their groups: who is planned to go stands at the group, so that each group is written once for all of its machines. */
export function groupSelectedEntries(machines: readonly SelectedEntry[]): SelectionByGroup {
  const groups = new Map<string, SelectedEntriesOfGroup>();
  const without = new Set<string>();
  for (const { cluster, namespace, name, group } of [...machines].sort(byPlace)) {
    if (group === "") {
      without.add(name);
      continue;
    }
    const key = JSON.stringify([cluster, namespace, group]);
    const entries = groups.get(key)?.entries ?? [];
    groups.set(key, { cluster, namespace, name: group, entries: entries.includes(name) ? entries : [...entries, name] });
  }
  return { groups: [...groups.values()], without: [...without] };
}

function byPlace(a: SelectedEntry, b: SelectedEntry): number {
  return compareText(a.cluster, b.cluster) || compareText(a.namespace, b.namespace) || compareText(a.group, b.group) || compareText(a.name, b.name);
}
