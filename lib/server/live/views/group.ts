import type { DrainLostOnRecreation } from "@/lib/contract/views/entries";
import type { SingleGroupHead } from "@/lib/contract/views/groups";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { parseMaintenance } from "@/lib/domain/incidents/maintenance-annotation";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { Scope } from "@/lib/domain/source/scope";
import { worldInSight } from "@/lib/server/findings/sight-of-cluster";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup, FleetPlace, GroupTrait, TraitCount } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isGone, isVisible, objectInSight, type Sight, sightOf } from "@/lib/server/fleet/group-sight";
import { plannedLeavesIn } from "@/lib/server/fleet/planned-gone";
import { type OpenView, UnreadableQuery } from "@/lib/server/live/view-source";
import { labelOnlyEntries } from "./label-only";
import { lostDrainOn } from "./lost-drain";
import { NO_TROUBLE, troubleOfGroup } from "./trouble-of-group";
import { watchGroups } from "./watch-groups";

const LABEL_ONLY_ROWS = 20;
/** What of a change may make an entry carry a group's labels without belonging to it. */
const MAY_MATCH = ChangedParts.of("labels", "place", "group", "existence");

/** One group. The query names it: `cluster`, `ns`, `name`. Its machines are the view "entries" with its filter. */
export const openGroup: OpenView<"group"> = ({ fleet, viewer, query, changed }) => {
  const params = new URLSearchParams(query);
  const [cluster, namespace, name] = ["cluster", "ns", "name"].map((key) => params.get(key) ?? "");
  if (!cluster || !namespace || !name) throw new UnreadableQuery("A group is named by cluster, ns and name.");
  const isHere = (place: FleetPlace) => place.cluster === cluster && place.namespace === namespace;
  // The machines that only carry the labels are looked for again when labels or groups of the namespace changed, not with every state.
  let labelOnly: readonly EntryRef[] | null = null;
  const onLabels = (entry: EntryRef, parts: ChangedParts) => {
    if (parts.meets(MAY_MATCH) && isHere(fleet.groupOf(entry).place)) labelOnly = null;
  };
  const onGroup = ({ place }: FleetGroup) => {
    if (isHere(place)) labelOnly = null;
  };
  const onWorld = (where: string) => {
    if (where === cluster && viewer.scope.clusters.has(cluster)) changed();
  };
  const unsubscribe = fleet.subscribe({ leaving: onLabels, entering: onLabels, group: onGroup, world: onWorld });
  const unwatch = watchGroups(fleet, viewer.scope, isHere, changed);
  return {
    compute: () => {
      const record = fleet.group(cluster, namespace, name);
      const sight = record === null ? null : sightOf(viewer.scope, record);
      if (record === null || sight === null || !isVisible(record, sight)) return { head: { found: false, row: null, detail: null }, rows: [] };
      if (isGone(record)) return { head: { found: false, row: fleet.groupRow(record, sight), detail: null }, rows: [] };
      const group = objectInSight(record, sight);
      labelOnly ??= group === null || !sight.machines ? [] : labelOnlyEntries(fleet, record, group);
      return { head: headOf(fleet, record, sight, labelOnly, maintenanceOf(fleet, viewer.scope, group)), rows: [] };
    },
    close: () => {
      unwatch();
      unsubscribe();
    },
  };
};

type Detail = NonNullable<SingleGroupHead["detail"]>;

function headOf(fleet: FleetReader, record: FleetGroup, sight: Sight, labelOnly: readonly EntryRef[], maintenance: Detail["maintenance"]): SingleGroupHead {
  const group = objectInSight(record, sight);
  const tallies = (trait: GroupTrait) => (sight.machines ? breakdown(fleet.traits(record, trait)) : []);
  return {
    found: true,
    row: fleet.groupRow(record, sight),
    detail: {
      uid: group?.uid ?? "",
      resourceVersion: group?.resourceVersion ?? "",
      generation: group?.generation ?? null,
      entryLabels: pairs(group?.entryLabels ?? []),
      entryAnnotations: pairs(group?.entryAnnotations ?? []),
      template: templateOf(group),
      probe: group?.probe ? { ...group.probe, command: [...group.probe.command] } : null,
      expectedSizeText: group?.expectedSize ?? null,
      zones: tallies("zone"),
      networks: tallies("network"),
      replicas: tallies("replica"),
      versions: tallies("version"),
      labelOnly: labelOnly.slice(0, LABEL_ONLY_ROWS).map((entry) => fleet.row(entry)),
      labelOnlyTotal: labelOnly.length,
      ...(sight.machines ? troubleOfGroup(fleet, record) : NO_TROUBLE),
      planned: plannedOf(fleet, group, sight),
      maintenance,
      lostDrains: sight.machines ? lostDrains(fleet, record) : [],
      lastWriter: group?.lastWriter ? { ...group.lastWriter } : null,
      managedBy: group?.managedBy ?? "",
      deletingAt: group?.deletingAt ?? null,
    },
  };
}

/** The annotation of a namespace is visible only with the right to list namespaces. */
function maintenanceOf(fleet: FleetReader, scope: Scope, group: WorkloadGroup | null): Detail["maintenance"] {
  if (group === null) return [];
  const { namespaces } = worldInSight(fleet.worldOf(group.cluster), scope).places;
  const ofNamespace = namespaces.kind === "denied" ? undefined : namespaces.value.get(group.namespace)?.maintenance;
  return [
    ...(group.maintenance === null ? [] : [{ on: "WorkloadGroup" as const, ...parseMaintenance(group.maintenance) }]),
    ...(ofNamespace === undefined ? [] : [{ on: "Namespace" as const, ...parseMaintenance(ofNamespace) }]),
  ];
}

function plannedOf(fleet: FleetReader, group: WorkloadGroup | null, sight: Sight): Detail["planned"] {
  if (group === null) return [];
  const planned = plannedLeavesIn(group);
  if (planned.kind === "unreadable") return null;
  const isHere = (entry: string) => fleet.byName(group.cluster, group.namespace, entry) !== null;
  return planned.leaves.map((leave) => ({ ...leave, here: sight.machines ? isHere(leave.entry) : null }));
}

function lostDrains(fleet: FleetReader, record: FleetGroup): DrainLostOnRecreation[] {
  return (fleet.entryMemory?.lostDrains(record) ?? []).flatMap((ref) => lostDrainOn(fleet, ref) ?? []);
}

function templateOf(group: WorkloadGroup | null): Detail["template"] {
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

function breakdown(counts: readonly TraitCount[]): { value: string; count: number; trouble: number }[] {
  return counts
    .map(({ value, count, trouble }) => ({ value, count, trouble }))
    .sort((a, b) => b.trouble - a.trouble || b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, 50);
}
