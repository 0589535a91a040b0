import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import type { Detected, Rule } from "@/lib/domain/findings/rule";
import { destinationsInNamespace, hostInNamespace, isSameObject } from "@/lib/domain/findings/service-destinations";
import { hostObject } from "@/lib/domain/findings/service-parts";
import type { Destination } from "@/lib/domain/selection/destinations";
import type { Selector } from "@/lib/domain/selection/objects";

/**
 * Two objects of one namespace define one host name and put the same machine on one port of the definition that wins: istiod sends it twice there. Envoy
 * keeps one of two endpoints of equal address and port (pilot/pkg/serviceregistry/aggregate; Envoy's eds.cc updateLocalityEndpoints).
 */
export const sentTwice: Rule<"host"> = {
  code: "STL313",
  name: "sent-twice",
  subject: "host",
  severity: "warning",
  needs: ["services", "serviceentries", "workloadentries"],
  refutedBy: () => ["workload-pods"],
  noPatchBecause: "which of the two objects is meant to stay only their owner knows",
  detect: (host, world) => [...new Set(host.hosts)].flatMap((name) => twiceIn(name, host, world)),
};

/** Reported once for each pair, at the later object by kind and name. */
function twiceIn(name: string, host: FindingHost, world: FindingsWorld): readonly Detected[] {
  const { namespace } = host.selector;
  const earlier = world.hostsDefining(name).filter(({ selector }) => selector.namespace === namespace && orderOf(selector) < orderOf(host.selector));
  const here = earlier.length === 0 ? null : hostInNamespace(name, namespace, world);
  if (here === null || here.definition.namespace !== namespace) return [];
  const destinations = destinationsInNamespace(here, "");
  const ours = new Set(destinations.flatMap((one) => machinesFrom(host.selector, one)));
  return earlier.flatMap((other) => {
    const twice = destinations
      .map((one) => ({ port: one.port, machines: inBoth(one, host.selector, other.selector) }))
      .filter(({ machines }) => machines.length > 0);
    if (twice.length === 0) return [];
    const machines = new Set(twice.flatMap((one) => one.machines));
    const evidence = {
      ...{ host: name, other: `${other.selector.kind} ${other.selector.name}`, machines: machines.size, of: ours.size },
      ...{ ports: twice.map(({ port }) => String(port)), samePorts: portsOf(host.selector) === portsOf(other.selector) },
    };
    return [{ of: `${name} ${orderOf(other.selector)}`, objects: [hostObject(host), hostObject(other)], evidence }];
  });
}

function inBoth(destination: Destination, a: Selector, b: Selector): readonly string[] {
  const others = new Set(machinesFrom(b, destination));
  return machinesFrom(a, destination).filter((name) => others.has(name));
}

/** The names of the machines that a destination has from one object. */
function machinesFrom(origin: Selector, { groups }: Destination): readonly string[] {
  return groups.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ stands }) =>
      stands.for === "machine" && stands.held.machine.kind === "entry" && isSameObject(stands.held.origin, origin) ? [stands.held.machine.name] : [],
    ),
  );
}

/** The ports of an object by name and number, as one text. */
function portsOf({ ports }: Selector): string {
  const named = ports.map(({ name, number }) => `${name}:${number}`);
  return named.sort().join(" ");
}

function orderOf({ kind, name }: Selector): string {
  return `${kind}/${name}`;
}
