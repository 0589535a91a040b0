import type { CallerService } from "@/lib/domain/selection/caller-service";
import { toEngineCaller } from "@/lib/domain/selection/default-caller";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type CallerCounts, callerCounts } from "./caller-counts";
import { callerServicesOf, membersInFleet } from "./caller-services";
import { defaultCallerFor } from "./default-callers";
import type { HostObject, HostReader } from "./host-reader";
import { meshInSight } from "./mesh-of";
import { selectionWorldFor } from "./selection-world";
import { ServiceVersions } from "./service-versions";

/** Worlds of a fleet that are cached at once, one for each cluster and scope. */
const CACHED_WORLDS = 64;

interface CachedWorld {
  readonly inputs: readonly unknown[];
  readonly world: SelectionWorld;
}

const worldsOfFleets = new WeakMap<FleetReader, Map<string, CachedWorld>>();

/** The objects that decide which endpoints callers are sent, as a viewer may see them, without machines and Pods: the same world until one of them changes. */
export function decidingWorld(fleet: FleetReader, scope: Scope, cluster: string): SelectionWorld {
  const worlds = worldsOfFleets.get(fleet) ?? new Map<string, CachedWorld>();
  worldsOfFleets.set(fleet, worlds);
  const key = JSON.stringify([cluster, scope.key]);
  const inputs = [
    meshInSight(fleet.worldOf(cluster), scope),
    ServiceVersions.of(fleet.tables).deciding(cluster),
    ...(["services", "serviceentries", "destinationrules", "sidecars", "peerauthentications", "virtualservices"] as const).map((source) =>
      fleet.sees(cluster, source),
    ),
  ];
  const known = worlds.get(key);
  if (known?.inputs.every((one, at) => one === inputs[at])) return known.world;
  const { world } = selectionWorldFor(fleet, cluster, scope, { namespaces: new Set() });
  worlds.delete(key);
  worlds.set(key, { inputs, world });
  for (const oldest of worlds.keys()) if (worlds.size > CACHED_WORLDS) worlds.delete(oldest);
  return world;
}

/** An object under one of its host names, as the default caller gets it and as far as the viewer may see the deciding objects. */
export function defaultService(fleet: FleetReader, scope: Scope, { cluster, selector }: HostObject, hostName: string): CallerService {
  const caller = toEngineCaller(defaultCallerFor(fleet, scope, cluster, { namespace: selector.namespace, hostName, object: selector }));
  return callerServicesOf(decidingWorld(fleet, scope, cluster)).of(selector, hostName, caller, membersInFleet(fleet, cluster));
}

/** The endpoints of an object that its default caller is sent under its first host name. `hosts`: the members; those of the fleet where it is left out. */
export function reachedCounts(fleet: FleetReader, scope: Scope, object: HostObject, hosts: HostReader = fleet.hosts): CallerCounts {
  const service = defaultService(fleet, scope, object, object.hosts[0] ?? "");
  return callerCounts({ fleet, hosts }, object, service, scope);
}
