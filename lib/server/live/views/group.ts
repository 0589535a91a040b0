import type { GroupHead } from "@/lib/contract/heads";
import { effectiveLabels } from "@/lib/domain/effective-labels";
import type { LabelSet } from "@/lib/domain/label-set";
import { matchesGroupLabels } from "@/lib/domain/membership";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import { entryRow } from "@/lib/server/fleet/entry-row";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { groupRow, objectInSight, type Sight, sightOf } from "@/lib/server/fleet/group-row";
import type { GroupRecord, Tally } from "@/lib/server/fleet/group-table";
import { type OpenView, UnreadableQuery } from "@/lib/server/live/view-source";
import { INVISIBLE_TO_GROUPS } from "./visible-groups";
import { watchGroups } from "./watch-groups";

const LABEL_ONLY_ROWS = 20;

/** One group. The query names it: `cluster`, `ns`, `name`. Its machines are the view "entries" with its filter. */
export const openGroup: OpenView = ({ fleet, viewer, query, changed }) => {
  const params = new URLSearchParams(query);
  const [cluster, namespace, name] = ["cluster", "ns", "name"].map((key) => params.get(key) ?? "");
  if (!cluster || !namespace || !name) throw new UnreadableQuery("A group is named by cluster, ns and name.");
  const recordNow = () => {
    const place = fleet.store.places.find(cluster, namespace);
    return place && fleet.store.groups.find(place.id, name);
  };
  return {
    compute: () => {
      const record = recordNow();
      const sight = record && sightOf(viewer.scope, record);
      const seen = record !== undefined && sight !== undefined && ((sight.machines && record.members.size > 0) || objectInSight(record, sight) !== null);
      return { head: { ...(seen ? headOf(fleet, record, sight) : { found: false, row: null, detail: null }) }, rows: [] };
    },
    close: watchGroups(fleet.store, INVISIBLE_TO_GROUPS, changed),
  };
};

function headOf(fleet: FleetReader, record: GroupRecord, sight: Sight): GroupHead {
  const group = objectInSight(record, sight);
  const tallies = (values: ReadonlyMap<number, Tally>) => (sight.machines ? breakdown(fleet, values) : []);
  const labelOnly = group === null || !sight.machines ? [] : labelOnlyEntries(fleet, record, group);
  return {
    found: true,
    row: groupRow(fleet.store, record, sight),
    detail: {
      resourceVersion: group?.resourceVersion ?? "",
      generation: group?.generation ?? null,
      entryLabels: pairs(group?.entryLabels ?? []),
      entryAnnotations: pairs(group?.entryAnnotations ?? []),
      template: templateOf(group),
      probe: group?.probe ? { ...group.probe, command: [...group.probe.command] } : null,
      expectedSizeText: group?.expectedSize ?? null,
      zones: tallies(record.zones),
      networks: tallies(record.networks),
      replicas: tallies(record.controllers),
      labelOnly: labelOnly.slice(0, LABEL_ONLY_ROWS).map((slot) => entryRow(fleet.store, slot, fleet.now())),
      labelOnlyTotal: labelOnly.length,
      lastWriter: group?.lastWriter ? { ...group.lastWriter } : null,
      managedBy: group?.managedBy ?? "",
      deletingAt: group?.deletingAt ?? null,
    },
  };
}

function templateOf(group: WorkloadGroup | null): NonNullable<GroupHead["detail"]>["template"] {
  const template = group?.template;
  return {
    ports: (template?.ports ?? []).map(([name, port]) => ({ name, port })),
    labels: pairs(template?.labels ?? []),
    network: template?.network ?? "",
    locality: template?.locality ?? "",
    weight: template?.weight ?? null,
    serviceAccount: template?.serviceAccount ?? "",
  };
}

function pairs(labels: LabelSet): { key: string; value: string }[] {
  return labels.map(([key, value]) => ({ key, value }));
}

function breakdown(fleet: FleetReader, tallies: ReadonlyMap<number, Tally>): { value: string; count: number; trouble: number }[] {
  return [...tallies]
    .map(([value, { count, trouble }]) => ({ value: fleet.store.columns.texts.text(value), count, trouble }))
    .sort((a, b) => b.trouble - a.trouble || b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, 50);
}

/** Entries of the namespace that carry the group's labels without belonging to it (by owner or annotation). */
function labelOnlyEntries(fleet: FleetReader, record: GroupRecord, group: WorkloadGroup): number[] {
  const { store } = fleet;
  const found: number[] = [];
  for (const other of store.groups.ordered) {
    if (other === record || other.place !== record.place) continue;
    for (const slot of other.members) if (matchesGroupLabels(group, effectiveLabels(store.entry(slot)))) found.push(slot);
  }
  return found;
}
