import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { type Detected, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { destinationsInNamespace, hostInNamespace, isSameObject } from "@/lib/domain/findings/service-destinations";
import { hostObject } from "@/lib/domain/findings/service-parts";
import { callersOf } from "@/lib/domain/hosts/rivals";
import type { Destination } from "@/lib/domain/selection/destinations";
import { fullHost, isWithin } from "@/lib/domain/selection/host-name";
import type { Selector } from "@/lib/domain/selection/objects";
import { ELSEWHERE, ownershipBy } from "./shared-owners";

/**
 * Objects of one namespace define a host name and are exported to different namespaces. istiod joins their endpoints, and `exportTo` hides definitions only:
 * callers of one object get the endpoints of the other (pilot/pkg/model/push_context.go initServiceRegistry; measured).
 */
export const sentBeyondExport: Rule<"host"> = {
  code: "STL329",
  name: "sent-beyond-export",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "mesh-config"],
  needsAll: ["services", "serviceentries", "destinationrules"],
  betterWith: ["workload-pods", "endpointslices"],
  noPatchBecause: "which of the objects is to have another host name only their owners know",
  detect: (host, world) => {
    const { selector } = host;
    return callersOf(selector, world.mesh.settings) === "all" ? [] : [...new Set(host.hosts)].flatMap((name) => foundFor(name, host, world));
  },
};

/** One finding for each object that has the host name for these callers. */
function foundFor(name: string, host: FindingHost, world: FindingsWorld): readonly Detected[] {
  const { selector } = host;
  const owners = world.hostsDefining(name);
  if (owners.filter((one) => one.selector.namespace === selector.namespace).length < 2) return [];
  const audience = callersOf(selector, world.mesh.settings);
  const found = new Map<string, { readonly owner: Selector; readonly callers: string[]; readonly endpoints: Set<string> }>();
  const callers = ownershipBy(name, owners, world);
  for (const { namespace, ownership } of callers) {
    const owner = ownership.winner?.origin;
    if (audience === "all" || audience.includes(namespace) || owner?.namespace !== selector.namespace) continue;
    const sentTo = (caller: string) => {
      const seen = hostInNamespace(name, selector.namespace, world, caller);
      return seen === null ? [] : destinationsInNamespace(seen, "").flatMap((one) => endpointsFrom(selector, one));
    };
    const first = sentTo(namespace);
    const others = namespace === ELSEWHERE && first.length === 0 ? ruledNamespaces(name, world) : [];
    for (const caller of [namespace, ...others.filter((one) => callers.every((known) => known.namespace !== one))]) {
      const endpoints = caller === namespace ? first : sentTo(caller);
      if (endpoints.length === 0) continue;
      const key = `${owner.kind} ${owner.name}`;
      const known = found.get(key) ?? { owner, callers: [], endpoints: new Set<string>() };
      known.callers.push(caller);
      for (const endpoint of endpoints) known.endpoints.add(endpoint);
      found.set(key, known);
    }
  }
  return Array.from(found, ([key, { owner, callers, endpoints }]) => ({
    of: `${name} ${key}`,
    objects: [hostObject(host), findingObject(owner.kind, owner)],
    evidence: { host: name, owner: key, callers, endpoints: endpoints.size },
  }));
}

/** Namespaces in which another DestinationRule can decide than for most callers: those with rules for the host name, and those that such rules name. */
function ruledNamespaces(name: string, world: FindingsWorld): readonly string[] {
  const { rules, mesh } = world.selection();
  const ours = rules.filter(({ host, namespace }) => isWithin(name, fullHost(host, namespace, mesh.domain)));
  const named = ours.flatMap(({ namespace, exportTo }) => [namespace, ...exportTo.filter((one) => one !== "." && one !== "*")]);
  return [...new Set(named)].sort();
}

/** The endpoints of a list that come from one object. */
function endpointsFrom(origin: Selector, { groups }: Destination): readonly string[] {
  return groups.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ stands }) =>
      stands.for === "machine" && isSameObject(stands.held.origin, origin) ? [`${stands.held.machine.kind} ${stands.held.machine.name}`] : [],
    ),
  );
}
