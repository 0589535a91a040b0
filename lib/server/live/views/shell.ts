import type { ShellHead } from "@/lib/contract/heads";
import { parseListQuery } from "@/lib/contract/list-query";
import { inScope, type Scope } from "@/lib/domain/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { needsAttention } from "@/lib/server/fleet/group-row";
import { compareText } from "@/lib/server/fleet/group-table";
import type { OpenView } from "@/lib/server/live/view-source";
import { INVISIBLE_TO_GROUPS, type VisibleGroup, visibleGroups } from "./visible-groups";
import { watchGroups } from "./watch-groups";

/** What the frame of every page shows: clusters, namespaces with their sizes, and how many groups are in trouble. */
export const openShell: OpenView = ({ fleet, viewer, changed }) => ({
  compute: () => {
    const visible = visibleGroups(fleet, parseListQuery(""), viewer.scope);
    const named = visible.filter(({ record }) => record.name !== "");
    const head: ShellHead = {
      clusters: fleet.clusters.filter((cluster) => viewer.scope.clusters.has(cluster)),
      namespaces: namespacesOf(fleet, visible, viewer.scope),
      namespacesPartial: fleet.clusters.some((cluster) => fleet.namespacesOf(cluster).partial),
      groups: named.length,
      groupsInTrouble: visible.filter(({ record, sight }) => needsAttention(record, sight)).length,
      entries: visible.reduce((sum, { record, sight }) => sum + (sight.machines ? record.members.size : 0), 0),
    };
    return { head: { ...head }, rows: [] };
  },
  close: watchGroups(fleet.store, INVISIBLE_TO_GROUPS, changed),
});

/** Namespaces with machines or groups, and those by name that may hold some. */
function namespacesOf(fleet: FleetReader, visible: readonly VisibleGroup[], scope: Scope): ShellHead["namespaces"] {
  const found = new Map<string, { cluster: string; name: string; entries: number; groups: number }>();
  const at = (cluster: string, name: string) => {
    const known = found.get(`${cluster}/${name}`) ?? { cluster, name, entries: 0, groups: 0 };
    found.set(`${cluster}/${name}`, known);
    return known;
  };
  for (const { record, sight } of visible) {
    const namespace = at(record.place.cluster, record.place.namespace);
    namespace.entries += sight.machines ? record.members.size : 0;
    namespace.groups += record.name === "" ? 0 : 1;
  }
  for (const cluster of fleet.clusters) {
    for (const name of fleet.namespacesOf(cluster).names) {
      if (inScope(scope, cluster, "workloadentries", name) || inScope(scope, cluster, "workloadgroups", name)) at(cluster, name);
    }
  }
  return [...found.values()].sort((a, b) => compareText(a.cluster, b.cluster) || compareText(a.name, b.name));
}
