import { matchesGroupLabels } from "@/lib/domain/entry/membership";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { compareText } from "@/lib/domain/object/compare-text";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** Entries of the namespace, by name, that carry a group's labels without belonging to it (by owner or annotation). Looks at the labels in question only. */
export function labelOnlyEntries(fleet: FleetReader, record: FleetGroup, group: WorkloadGroup): EntryRef[] {
  const keys = [...new Set([...group.template.labels, ...group.entryLabels].map(([key]) => key))];
  const found: EntryRef[] = [];
  for (const other of fleet.groupsIn(record.place.cluster, record.place.namespace)) {
    if (other === record) continue;
    for (const entry of fleet.members(other)) if (matchesGroupLabels(group, labelsOf(fleet, entry, keys))) found.push(entry);
  }
  return found.sort((a, b) => compareText(fleet.nameOf(a), fleet.nameOf(b)));
}

function labelsOf(fleet: FleetReader, entry: EntryRef, keys: readonly string[]): (readonly [string, string])[] {
  return keys.flatMap((key) => {
    const value = fleet.label(entry, key);
    return value === undefined ? [] : [[key, value] as const];
  });
}
