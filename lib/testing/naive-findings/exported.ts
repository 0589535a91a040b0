import type { Selector } from "@/lib/domain/selection/objects";
import { hostKey, type NaiveRule, type NaiveWorld, namesOf } from "./facts";
import { listed } from "./listed";
import { owners, shownTo, winner } from "./owners";
import { keptWithoutPlace } from "./places";

/** The namespaces in which callers may be: those of the owners, those that they name, and one more. */
function namespacesOf(name: string, world: NaiveWorld): readonly string[] {
  const named = owners(name, world).flatMap(({ namespace, exportTo }) => [namespace, ...exportTo.filter((one) => one !== "." && one !== "*")]);
  return [...new Set([...named, "elsewhere"])];
}

/** Callers in a namespace get endpoints of an object that is not exported to them: another object of its namespace has the host name there (measured). */
function lentTo(host: Selector, name: string, caller: string, world: NaiveWorld): Selector | null {
  const owner = winner(name, caller, world);
  if (shownTo(host, caller) > 0 || owner === undefined || owner === host || owner.namespace !== host.namespace) return null;
  // The callers' own rule counts first.
  const seen: Selector = { ...owner, exportTo: [caller] };
  const lists = listed(name, host.namespace, world, caller);
  return lists.some((list) => keptWithoutPlace(name, { ...list, owner: seen }, world).some(({ by }) => by === host)) ? owner : null;
}

/** The order in which istiod makes listeners for callers: services that name their namespace first, then by age (measured). */
const byListener = (caller: string) => (a: Selector, b: Selector) => shownTo(b, caller) - shownTo(a, caller) || (a.createdAt ?? 0) - (b.createdAt ?? 0);

/** The objects that share the listener of a TCP port in a namespace: they have no address, and callers get them under a host name. */
function listenersOf(number: number, caller: string, world: NaiveWorld): readonly Selector[] {
  const hasPort = ({ ports }: Selector) => ports.some((port) => port.number === number && port.protocol === "TCP");
  const isSharing = (host: Selector) => host.kind === "ServiceEntry" && host.addresses.length === 0 && hasPort(host);
  return world.hosts.filter((host) => isSharing(host) && namesOf(host).some((name) => winner(name, caller, world) === host)).sort(byListener(caller));
}

/** The objects that have the listener of a port of this one, in some namespace. */
function takers(host: Selector, number: number, world: NaiveWorld): readonly Selector[] {
  const callers = [...new Set(world.hosts.flatMap((one) => namesOf(one).flatMap((name) => namespacesOf(name, world))))];
  const found = callers.flatMap((caller) => {
    const [first, ...others] = listenersOf(number, caller, world);
    return first !== undefined && others.includes(host) ? [first] : [];
  });
  return [...new Set(found)];
}

export const NAIVE_EXPORTED: Readonly<Record<string, NaiveRule>> = {
  STL329: (world) =>
    world.hosts.flatMap((host) =>
      namesOf(host).flatMap((name) => {
        const found = namespacesOf(name, world).flatMap((caller) => lentTo(host, name, caller, world) ?? []);
        return [...new Set(found)].map(() => hostKey(host));
      }),
    ),
  STL330: (world) =>
    world.hosts.flatMap((host) => {
      if (host.kind !== "ServiceEntry" || host.addresses.length > 0) return [];
      const numbers = [...new Set(host.ports.flatMap(({ protocol, number }) => (protocol === "TCP" ? [number] : [])))];
      return numbers.flatMap((number) => takers(host, number, world).map(() => hostKey(host)));
    }),
};
