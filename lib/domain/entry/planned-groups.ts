import { compareText } from "@/lib/domain/object/compare-text";

/** A machine that a user selected. `group`: its group, "" = none. */
export interface SelectedEntry {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly group: string;
}

/** A group, and the names of the entries of its selected machines. */
export interface SelectedEntriesOfGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly entries: readonly string[];
}

export interface SelectionByGroup {
  /** Sorted by cluster, namespace and name; the machines of each group by name. */
  readonly groups: readonly SelectedEntriesOfGroup[];
  /** Names of the entries of machines without a group. */
  readonly without: readonly string[];
}

/** Returns selected machines by group. Planned leaves are stored on the group, so that one write per group is enough for all its machines. */
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
