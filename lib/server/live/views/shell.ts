import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { ShellHead } from "@/lib/contract/views/fleet";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { compareText } from "@/lib/domain/object/compare-text";
import type { Scope, WatchedKind } from "@/lib/domain/source/scope";
import { troubleTierOf } from "@/lib/domain/verdict/tiers";
import type { FleetPlace } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { namesInSight } from "@/lib/server/fleet/names-in-sight";
import type { OpenView } from "@/lib/server/live/view-source";
import { atTurn } from "./at-turn";
import { IncidentCounter } from "./counted-incidents";
import { rolloutsIn } from "./fleet-common";
import { troubledGroups } from "./fleet-trouble";
import { navigationCounts } from "./navigation-counts";
import { type VisibleGroup, visibleGroups, withMachines } from "./visible-groups";
import { watchGroups } from "./watch-groups";

/** The data in the frame of every page: clusters, namespaces with their sizes, and the numbers of the navigation. */
export const openShell: OpenView<"shell"> = ({ fleet, viewer, changed }) => {
  let state: ViewStateOf<"shell"> | null = null;
  const turn = atTurn(fleet.now, changed);
  const unwatch = watchShell(fleet, viewer.scope, changed);
  const incidents = new IncidentCounter(fleet, viewer.scope, changed);
  // Only the live fleet has a memory of findings. The frame of the past has no numbers of services and findings.
  const counts = fleet.findingMemory === undefined ? null : navigationCounts(fleet, viewer.scope, changed);
  const compute = () => {
    const visible = visibleGroups(fleet, parseMachinesQuery(""), viewer.scope);
    const { recent, turnsAt } = troubledGroups(fleet, visible, rolloutsIn(fleet, withMachines(visible), viewer.scope));
    turn.set(turnsAt);
    const groupsUrgent = recent.filter((group) => troubleTierOf(fleet.harm(group), fleet.now()) === 2).length;
    const trouble = { groupsInTrouble: recent.length, groupsUrgent, incidents: incidents.value, ...(counts?.value() ?? NO_COUNTS) };
    state = { head: { ...headOf(fleet, visible, viewer.scope), ...trouble }, rows: [] };
    return state;
  };
  const close = () => {
    turn.close();
    incidents.close();
    counts?.close();
    unwatch();
  };
  // The view has only counts, and the names of what they count.
  return { compute, computeRows: () => state ?? compute(), close };
};

const NO_COUNTS = { servicesInTrouble: null, findingErrors: null };

type Places = Pick<ShellHead, "clusters" | "namespaces" | "namespacesPartial" | "groups" | "entries">;

function headOf(fleet: FleetReader, visible: readonly VisibleGroup[], scope: Scope): Places {
  return {
    clusters: fleet.clusters.filter((cluster) => scope.clusters.has(cluster)),
    namespaces: namespacesOf(fleet, visible, scope),
    namespacesPartial: fleet.clusters.some((cluster) => isPartial(fleet, cluster, scope)),
    groups: visible.filter(({ record }) => record.name !== "").length,
    entries: visible.reduce((sum, { record, sight }) => sum + (sight.machines ? record.members.size : 0), 0),
  };
}

function watchShell(fleet: FleetReader, scope: Scope, changed: () => void): () => void {
  const unwatch = watchGroups(fleet, scope, () => true, changed);
  const namesOf = (cluster: string) => JSON.stringify([namesInSight(fleet, cluster, scope), isPartial(fleet, cluster, scope)]);
  const told = new Map(fleet.clusters.map((cluster) => [cluster, namesOf(cluster)]));
  const unhookNames = fleet.subscribe({
    namespaces: (cluster) => {
      const names = namesOf(cluster);
      if (told.get(cluster) === names) return;
      told.set(cluster, names);
      changed();
    },
  });
  return () => {
    unwatch();
    unhookNames();
  };
}

/** A viewer who may see some namespaces only has a partial list, however long the cluster's own is. */
function isPartial(fleet: FleetReader, cluster: string, scope: Scope): boolean {
  const kinds = scope.clusters.get(cluster);
  if (kinds === undefined) return false;
  const narrow = (kind: WatchedKind) => (kinds.get(kind) ?? "all") !== "all";
  return narrow("workloadentries") || narrow("workloadgroups") || fleet.namespacesOf(cluster).partial;
}

interface NamespaceSize {
  readonly cluster: string;
  readonly name: string;
  entries: number;
  groups: number;
}

/** Namespaces with machines or groups, and those by name that may hold some. */
function namespacesOf(fleet: FleetReader, visible: readonly VisibleGroup[], scope: Scope): ShellHead["namespaces"] {
  const found = new Map<FleetPlace, NamespaceSize>();
  for (const { record, sight } of visible) {
    const { place } = record;
    const namespace = found.get(place) ?? { cluster: place.cluster, name: place.namespace, entries: 0, groups: 0 };
    found.set(place, namespace);
    namespace.entries += sight.machines ? record.members.size : 0;
    namespace.groups += record.name === "" ? 0 : 1;
  }
  const told = fleet.clusters.flatMap((cluster) => namesInSight(fleet, cluster, scope).map((name) => ({ cluster, name, entries: 0, groups: 0 })));
  if (told.length === 0) return inOrder([...found.values()]);
  const shown = new Set(Array.from(found.keys(), ({ cluster, namespace }) => `${cluster}/${namespace}`));
  const named = told.filter(({ cluster, name }) => !shown.has(`${cluster}/${name}`));
  return inOrder([...found.values(), ...named]);
}

function inOrder(namespaces: NamespaceSize[]): NamespaceSize[] {
  return namespaces.sort((a, b) => compareText(a.cluster, b.cluster) || compareText(a.name, b.name));
}
