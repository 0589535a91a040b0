import type { WireUnreachableMachine } from "@/lib/contract/views/networks";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { hostNameDefinitionsOfObject } from "@/lib/domain/findings/service-parts";
import { compareText } from "@/lib/domain/object/compare-text";
import type { CallerService } from "@/lib/domain/selection/caller-service";
import { toEngineCaller } from "@/lib/domain/selection/default-caller";
import { machinePortEndpoints } from "@/lib/domain/selection/machine-endpoints";
import { workloadOfCandidate } from "@/lib/domain/selection/matching";
import type { PeerAuthentication } from "@/lib/domain/selection/policies";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { callerServicesOf, membersInFleet } from "@/lib/server/hosts/caller-services";
import { defaultCallerFor } from "@/lib/server/hosts/default-callers";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { selectionWorldFor } from "@/lib/server/hosts/selection-world";
import { addressReachInSight } from "./address-reach-in-sight";
import { placedMachine } from "./machine-networks";
import { reachMeshFor } from "./mesh-networks";
import { callersOf, gapsOf, type NetworksAsked, type SeenNetwork } from "./network-rows";

/** The first machines that callers are kept from by their networks, by cluster, namespace and name, and how many more there are. */
export function gapMachines(
  fleet: FleetReader,
  networks: readonly SeenNetwork[],
  most: number,
): { readonly machines: readonly WireUnreachableMachine[]; readonly more: number } {
  const all = networks.flatMap((seen) => Array.from(gapsOf(seen), ([entry, gaps]) => ({ entry, gaps, name: nameOf(fleet, entry) })));
  const first = all.sort((a, b) => compareText(a.name, b.name)).slice(0, most);
  const machines = first.map(({ entry, gaps }) => {
    const { network, networkLabel } = placedMachine(fleet, entry);
    const { cluster, namespace, name, uid } = fleet.identityOf(entry);
    return { cluster, namespace, name, uid, network, networkLabel, gaps: [...gaps] };
  });
  return { machines, more: all.length - first.length };
}

/** Adds the machines to which a PeerAuthentication of the viewer's sight closes the gateways of their network, for every service that selects them. */
export function addClosedByPolicy({ fleet, scope, query }: Omit<NetworksAsked, "machines">, cluster: string, networks: readonly SeenNetwork[]): void {
  const gatewayed = networks.filter(({ mesh, hasGateway }) => mesh.cluster === cluster && hasGateway === true);
  const behind = new Map(gatewayed.map(({ network, count }) => [network, count]));
  const { world } = selectionWorldFor(fleet, cluster, scope, { namespaces: new Set() });
  const namespaces = new Set(world.authentications.filter(turnsOff).map(({ namespace }) => namespace));
  if (behind.size === 0 || namespaces.size === 0) return;
  const seen = [...namespaces].filter((one) => isInScope(scope, cluster, "workloadentries", one) && pickedPlace(query, cluster, one));
  for (const ref of seen.flatMap((namespace) => [...fleet.groupsIn(cluster, namespace)].flatMap((group) => [...fleet.members(group)]))) {
    const gaps = behind.get(fleet.endpoint(ref).network)?.gaps;
    if (gaps === undefined || gaps.get(ref)?.includes("not-marked") === true) continue;
    const own = fleet.hosts.selecting(ref).filter((host) => isHostInScope(host, scope));
    const services = own.flatMap((host) => servicesOf(host, world, { fleet, scope }));
    if (isClosedByPolicy(fleet.entry(ref), services)) gaps.set(ref, [...(gaps.get(ref) ?? []), "closed-by-policy"]);
  }
}

/** Removes the gap of a missing address from machines in whose place the page's callers get a gateway of their network (docs/istio.md#empty-address). */
export function removeBridgedGaps({ fleet, scope, query }: Omit<NetworksAsked, "machines">, cluster: string, networks: readonly SeenNetwork[]): void {
  const bridged = networks.filter(({ mesh, way, count }) => mesh.cluster === cluster && way.kind === "gateways" && count.gaps.size > 0);
  if (bridged.length === 0) return;
  const reachMesh = reachMeshFor(fleet.worldOf(cluster), scope);
  for (const { mesh, count } of bridged) {
    const callers = callersOf(mesh, query) === "" ? "none" : "others";
    for (const [entry, gaps] of count.gaps) {
      if (!gaps.includes("no-address-here") || gaps.includes("closed-by-policy")) continue;
      if (addressReachInSight(fleet, entry, scope, () => reachMesh)?.[callers] !== "gateway") continue;
      const rest = gaps.filter((gap) => gap !== "no-address-here");
      if (rest.length > 0) count.gaps.set(entry, rest);
      else count.gaps.delete(entry);
    }
  }
}

/** One of the whole namespace or mesh concerns services, not single machines. */
function turnsOff({ selector, mode, ports }: PeerAuthentication): boolean {
  return selector.length > 0 && (mode === "DISABLE" || ports.some(([, ofPort]) => ofPort === "DISABLE"));
}

/** An object under each of its host names, as its default caller gets it. */
function servicesOf(
  host: HostObject,
  world: SelectionWorld,
  { fleet, scope }: { readonly fleet: FleetReader; readonly scope: Scope },
): readonly CallerService[] {
  const { cluster, selector } = host;
  return hostNameDefinitionsOfObject(host, world).map(({ host: hostName }) => {
    const caller = toEngineCaller(defaultCallerFor(fleet, scope, cluster, { namespace: selector.namespace, hostName, object: selector }));
    return callerServicesOf(world).of(selector, hostName, caller, membersInFleet(fleet, cluster));
  });
}

/** True if a policy closes the gateway on each port on which callers get the machine. */
function isClosedByPolicy(entry: WorkloadEntry, services: readonly CallerService[]): boolean {
  const endpoints = services.flatMap((service) => machinePortEndpoints(service, workloadOfCandidate({ kind: "entry", entry }, service.world.mesh)));
  const closings = endpoints.filter(({ definition }) => definition.discovery === "EDS").map(({ tls }) => tls.gatewayClosed);
  return closings.includes("peer-authentication") && !closings.includes(null);
}

function nameOf(fleet: FleetReader, entry: EntryRef): string {
  const { cluster, namespace } = fleet.groupOf(entry).place;
  return `${cluster}\n${namespace}\n${fleet.nameOf(entry)}`;
}
