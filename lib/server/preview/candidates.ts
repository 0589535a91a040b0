import type { EndpointPreviewOptions } from "@/lib/domain/preview/endpoint-snapshot";
import type { CandidateWithRef, MeshServiceEdit } from "@/lib/domain/preview/moves";
import { type CallerService, callerService, dependsOnOtherEndpoints } from "@/lib/domain/selection/caller-service";
import { toEngineCaller } from "@/lib/domain/selection/default-caller";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";
import type { MeshService, SelectablePod } from "@/lib/domain/selection/objects";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import { isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import type { SourceName } from "@/lib/domain/source/source";
import type { HiddenEndpointKind } from "@/lib/domain/statements/preview";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { membersInFleet } from "@/lib/server/hosts/caller-services";
import { defaultCallerFor } from "@/lib/server/hosts/default-callers";
import { withEditedSelector } from "@/lib/server/hosts/edited-hosts";
import { hostsOf, selectsByLabels } from "@/lib/server/hosts/host-object";
import { meshOf } from "@/lib/server/hosts/mesh-of";
import { decidingWorld } from "@/lib/server/hosts/reached-counts";
import { selectorAddresses } from "@/lib/server/hosts/slice-addresses";
import { isHiddenByEntry } from "@/lib/server/hosts/taken-pods";
import { reachMeshFor } from "@/lib/server/networks/mesh-networks";
import { keptEntry } from "./kept-entries";

/** A machine of the fleet, or (null) a Pod. */
export type CandidateRef = EntryRef | null;

/** A namespace of a cluster as a viewer sees it. */
export interface SeenPlace {
  readonly fleet: FleetReader;
  readonly scope: Scope;
  readonly cluster: string;
  readonly namespace: string;
  /** By whose rules it is told who is taken. */
  readonly mode: MeshMode;
  /** The object of this name would go, and what is tried come in its place; "" = none. */
  readonly instead: string;
}

/** The conditions for all machines of a preview. */
export function previewConditions({ fleet, scope, cluster, mode }: SeenPlace): EndpointPreviewOptions {
  const world = fleet.worldOf(cluster);
  const isHidden = ({ namespace, name }: Pick<SelectablePod, "namespace" | "name">) =>
    isHiddenByEntry(fleet, { cluster, namespace, name }, meshOf(world).settings);
  return { mode, gateways: reachMeshFor(world, scope), isHidden };
}

const servicesOfWorlds = new WeakMap<SelectionWorld, WeakMap<MeshService, readonly CallerService[]>>();

/** An object in a world as the default caller gets it, under each of its host names. */
export function servicesIn({ fleet, scope, cluster }: SeenPlace, selector: MeshService, world: SelectionWorld): readonly CallerService[] {
  const { namespace } = selector;
  const membersIn = membersInFleet(fleet, cluster);
  return hostsOf(selector, world.mesh.domain).map((hostName) => {
    const caller = toEngineCaller(defaultCallerFor(fleet, scope, cluster, { namespace, hostName, object: selector }));
    const members = dependsOnOtherEndpoints(hostName, namespace, world) ? membersIn(hostName, namespace) : {};
    return callerService(selector, hostName, caller, { ...world, ...members });
  });
}

/** The same in the world as it is; made once for each object of a world. */
export function knownServices(place: SeenPlace, selector: MeshService): readonly CallerService[] {
  const world = decidingWorld(place.fleet, place.scope, place.cluster);
  const ofWorld = servicesOfWorlds.get(world) ?? new WeakMap<MeshService, readonly CallerService[]>();
  servicesOfWorlds.set(world, ofWorld);
  const known = ofWorld.get(selector) ?? servicesIn(place, selector, world);
  ofWorld.set(selector, known);
  return known;
}

/** May the viewer see the machines of the namespace; and its Pods, which are not known everywhere? */
function sightOf({ fleet, scope, cluster, namespace }: SeenPlace): { readonly machines: boolean; readonly pods: boolean } {
  const isInSight = (source: SourceName) => isSourceVisible(scope, cluster, source, namespace);
  return { machines: isInSight("workloadentries"), pods: isInSight("workload-pods") && fleet.sees(cluster, "workload-pods", namespace) };
}

/** The kinds of endpoints that an object may have, before or after an edit, and that are not visible to the viewer. */
export function unseenEndpoints(place: SeenPlace, { before, after }: MeshServiceEdit): readonly HiddenEndpointKind[] {
  const { machines, pods } = sightOf(place);
  const objects = [before, after].filter((one) => one !== null);
  const selects = objects.some(selectsByLabels);
  const lists = objects.some((one) => selectorAddresses(place.fleet, place.scope, place.cluster, one) === null);
  return [
    ...(selects && !machines ? (["machines"] as const) : []),
    ...(selects && !pods ? (["pods"] as const) : []),
    ...(lists ? (["addresses"] as const) : []),
  ];
}

/**
 * The machines that one of these selectors takes, and the Pods of its namespace, as far as they are in sight. Machines are looked up as the hosts of a fleet
 * with that selector are; where Pods are depends on what of their Nodes a viewer may know, so that each is offered, and ambient mode has rules of its own.
 */
export function candidatesOf(place: SeenPlace, selectors: readonly (MeshService | null)[]): readonly CandidateWithRef<CandidateRef>[] {
  const { fleet, cluster, namespace } = place;
  const sight = sightOf(place);
  const wanted = selectors.filter((selector): selector is MeshService => selector?.namespace === namespace && selector.selector !== null);
  if (wanted.length === 0) return [];
  const machines = new Set(sight.machines ? (place.mode === "ambient" ? allMachines(place) : wanted.flatMap((one) => machinesOf(fleet, cluster, one))) : []);
  const pods = sight.pods ? fleet.tables["workload-pods"].inNamespace(cluster, namespace) : [];
  return [
    ...Array.from(machines, (ref) => ({ ref, candidate: { kind: "entry", entry: keptEntry(fleet, ref) } as const })),
    ...pods.map((pod) => ({ ref: null, candidate: { kind: "pod", pod } as const })),
  ];
}

function allMachines({ fleet, cluster, namespace }: SeenPlace): readonly EntryRef[] {
  return [...fleet.groupsIn(cluster, namespace)].flatMap((group) => [...fleet.members(group)]);
}

function machinesOf(fleet: FleetReader, cluster: string, selector: MeshService): readonly EntryRef[] {
  const hosts = withEditedSelector(fleet, { cluster, selector, replaces: null });
  return hosts.edited === null ? [] : [...hosts.machines(hosts.edited, "stored")];
}
