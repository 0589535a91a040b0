import type { GroupHead } from "@/lib/contract/heads";
import type { LabelSet } from "@/lib/domain/label-set";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import { CHANGED } from "@/lib/server/fleet/changed";
import { entryRow } from "@/lib/server/fleet/entry-row";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { groupRow } from "@/lib/server/fleet/group-row";
import { objectInSight, type Sight, sightOf } from "@/lib/server/fleet/group-sight";
import type { GroupRecord, Tally } from "@/lib/server/fleet/group-table";
import type { Place } from "@/lib/server/fleet/places";
import { type OpenView, UnreadableQuery } from "@/lib/server/live/view-source";
import { labelOnlyEntries } from "./label-only";
import { watchGroups } from "./watch-groups";

const LABEL_ONLY_ROWS = 20;

/** One group. The query names it: `cluster`, `ns`, `name`. Its machines are the view "entries" with its filter. */
export const openGroup: OpenView = ({ fleet, viewer, query, changed }) => {
  const params = new URLSearchParams(query);
  const [cluster, namespace, name] = ["cluster", "ns", "name"].map((key) => params.get(key) ?? "");
  if (!cluster || !namespace || !name) throw new UnreadableQuery("A group is named by cluster, ns and name.");
  const isHere = (place: Place) => place.cluster === cluster && place.namespace === namespace;
  const mayMatch = CHANGED.labels | CHANGED.place | CHANGED.group | CHANGED.existence;
  // The machines that only carry the labels are looked for again when labels or groups of the namespace changed, not with every state.
  let labelOnly: readonly number[] | null = null;
  const onLabels = (slot: number, mask: number) => {
    if ((mask & mayMatch) !== 0 && isHere(fleet.store.places.at(fleet.store.columns.int("place", slot)))) labelOnly = null;
  };
  const unhookLabels = fleet.store.hookEntries({ leaving: onLabels, entering: onLabels });
  const unhookGroups = fleet.store.hookGroups(({ place }) => {
    if (isHere(place)) labelOnly = null;
  });
  const unwatch = watchGroups(fleet, viewer.scope, isHere, changed);
  return {
    compute: () => {
      const place = fleet.store.places.find(cluster, namespace);
      const record = place && fleet.store.groups.find(place.id, name);
      const sight = record && sightOf(viewer.scope, record);
      const seen = record !== undefined && sight !== undefined && ((sight.machines && record.members.size > 0) || objectInSight(record, sight) !== null);
      if (!seen) return { head: { found: false, row: null, detail: null }, rows: [] };
      const group = objectInSight(record, sight);
      labelOnly ??= group === null || !sight.machines ? [] : labelOnlyEntries(fleet.store, record, group);
      return { head: { ...headOf(fleet, record, sight, labelOnly) }, rows: [] };
    },
    close: () => {
      unwatch();
      unhookLabels();
      unhookGroups();
    },
  };
};

function headOf(fleet: FleetReader, record: GroupRecord, sight: Sight, labelOnly: readonly number[]): GroupHead {
  const group = objectInSight(record, sight);
  const tallies = (values: ReadonlyMap<number, Tally>) => (sight.machines ? breakdown(fleet, values) : []);
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
