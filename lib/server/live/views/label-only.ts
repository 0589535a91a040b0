import { matchesGroupLabels } from "@/lib/domain/membership";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import { labelValue } from "@/lib/server/fleet/entry-filter";
import type { FleetStore } from "@/lib/server/fleet/fleet-store";
import { compareText, type GroupRecord } from "@/lib/server/fleet/group-table";

/** Entries of the namespace, by name, that carry a group's labels without belonging to it (by owner or annotation). Looks at the labels in question only. */
export function labelOnlyEntries(store: FleetStore, record: GroupRecord, group: WorkloadGroup): number[] {
  const keys = [...new Set([...group.template.labels, ...group.entryLabels].map(([key]) => key))];
  const found: number[] = [];
  for (const other of store.groups.inPlace(record.place.id)) {
    if (other === record) continue;
    for (const slot of other.members) if (matchesGroupLabels(group, labelsOf(store, slot, keys))) found.push(slot);
  }
  return found.sort((a, b) => compareText(store.columns.names[a] ?? "", store.columns.names[b] ?? ""));
}

function labelsOf(store: FleetStore, slot: number, keys: readonly string[]): (readonly [string, string])[] {
  return keys.flatMap((key) => {
    const value = labelValue(store, slot, key);
    return value === undefined ? [] : [[key, value] as const];
  });
}
