import type { MeshService } from "@/lib/domain/selection/objects";
import { hostKey, type NaiveRule, type NaiveWorld, namesOf } from "./facts";
import { listed } from "./listed";
import { owners, shownTo, winner } from "./owners";
import { keptWithoutPlace } from "./places";

/** The namespaces whose callers can get another definition: those with objects, those that some `exportTo` names, and one that no object names. */
function callerNamespaces(world: NaiveWorld): readonly string[] {
  const named = world.hosts.flatMap(({ namespace, exportTo }) => [namespace, ...exportTo.filter((to) => ![".", "*", "~"].includes(to))]);
  return [...new Set([...named, "another"])];
}

/**
 * Callers of a namespace are sent an endpoint of the object under this host name. They have no locality. Endpoints of a UDP port count: istiod joins them
 * by the name of the port, also to a TCP port of another object (kube/controller `collectWorkloadInstanceEndpoints`).
 */
function isSentUnder(name: string, host: MeshService, caller: string, world: NaiveWorld): boolean {
  const rows = listed(name, host.namespace, world, caller).flatMap((list) => keptWithoutPlace(name, list, world, caller));
  return rows.some(({ by }) => by === host);
}

/**
 * The objects by which an object's endpoints reach callers to whom it is not exported. `exportTo` hides definitions, not endpoints
 * (docs/istio.md#joined-endpoints).
 */
function wideners(host: MeshService, name: string, world: NaiveWorld): readonly MeshService[] {
  if (!owners(name, world).includes(host)) return [];
  const hidden = callerNamespaces(world).filter((caller) => shownTo(host, caller) === 0 && isSentUnder(name, host, caller, world));
  return [...new Set(hidden.flatMap((caller) => winner(name, caller, world) ?? []))];
}

/** It has no address, and a TCP port of this number: Envoy listens on 0.0.0.0 for it. */
const needsListener = (host: MeshService, number: number) =>
  host.kind === "ServiceEntry" && host.addresses.length === 0 && host.ports.some((port) => port.protocol === "TCP" && port.number === number);

/** The ServiceEntries that share the listener of a port in a namespace. Calls go to the first. */
function sharing(number: number, caller: string, world: NaiveWorld): readonly MeshService[] {
  const all = world.hosts.filter((host) => needsListener(host, number) && namesOf(host).some((name) => winner(name, caller, world) === host));
  const byAge = all.sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0));
  return [...byAge.filter((host) => shownTo(host, caller) === 2), ...byAge.filter((host) => shownTo(host, caller) === 1)];
}

/** Counts pairs of a port number and an object that receives the calls to this object's port in some namespace. */
function lostListeners(host: MeshService, world: NaiveWorld): number {
  const numbers = host.ports.map(({ number }) => number).filter((number) => needsListener(host, number));
  const receivers = numbers.map((number) => {
    const lists = callerNamespaces(world).map((caller) => sharing(number, caller, world));
    return new Set(lists.filter((list) => list.indexOf(host) > 0).map(([first]) => first)).size;
  });
  return receivers.reduce((sum, one) => sum + one, 0);
}

export const NAIVE_CALLER_NAMESPACES: Readonly<Record<string, NaiveRule>> = {
  STL329: (world) => world.hosts.flatMap((host) => namesOf(host).flatMap((name) => wideners(host, name, world).map(() => hostKey(host)))),
  STL330: (world) => world.hosts.flatMap((host) => Array<string>(lostListeners(host, world)).fill(hostKey(host))),
};
