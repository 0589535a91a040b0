import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { type Detected, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { destinationsInNamespace, type HostInNamespace, hostInNamespace, hostWithHealth, subsetDestinations } from "@/lib/domain/findings/service-destinations";
import { hostObject, sentBy } from "@/lib/domain/findings/service-parts";
import type { Definition } from "@/lib/domain/selection/definitions";
import type { Destination } from "@/lib/domain/selection/destinations";
import { visibleRoutes } from "@/lib/domain/selection/routes-to";
import { callingNamespace } from "@/lib/domain/selection/visibility";
import { outcomeFor, ownershipBy } from "./shared-owners";

/**
 * Some callers of a service get no endpoint, though it has endpoints: another object has the host name in their namespace and has none
 * (pilot/pkg/model/sidecar.go selectServices), or a VirtualService sends them to a subset without endpoints (pilot/pkg/networking/core/route/route.go).
 */
export const callersWithoutEndpoint: Rule<"host"> = {
  code: "STL323",
  name: "callers-without-endpoint",
  subject: "host",
  severity: "error",
  needs: ["workloadentries", "workload-pods", "mesh-config", "destinationrules"],
  needsAll: ["services", "serviceentries", "sidecars"],
  betterWith: ["virtualservices", "endpointslices"],
  noPatchBecause: "the owner of the host name or of the route decides what callers are to get",
  detect: (host, world) =>
    sentBy(world.countsOf(host)) === 0 ? [] : host.hosts.flatMap((name) => [...takenOver(name, host, world), ...routedAway(name, host, world)]),
};

/** Namespaces in which another object has the host name, and no endpoint on any port. */
function takenOver(name: string, host: FindingHost, world: FindingsWorld): readonly Detected[] {
  const owners = world.hostsDefining(name);
  if (owners.every(({ selector }) => selector.namespace === host.selector.namespace)) return [];
  const lost = ownershipBy(name, owners, world).flatMap(({ namespace, ownership }) => {
    const { winner } = ownership;
    if (winner === null || outcomeFor(host, ownership) !== "other-namespace-wins" || !isKnown(winner, world)) return [];
    const seen = hostInNamespace(name, winner.namespace, world, namespace);
    return seen !== null && hasNoEndpoint(seen.definition, destinationsInNamespace(seen, "")) ? [{ namespace, winner }] : [];
  });
  const winners = [...new Map(lost.map(({ winner }) => [`${winner.origin.kind} ${winner.namespace}/${winner.origin.name}`, winner])).entries()];
  return winners.map(([key, winner]) => ({
    of: `${name} ${key}`,
    objects: [hostObject(host), findingObject(winner.origin.kind, winner.origin)],
    evidence: { why: "taken-over", host: name, winner: key, callers: lost.filter((one) => one.winner === winner).map(({ namespace }) => namespace) },
  }));
}

/** Are all members of the winner visible? A ServiceEntry without a selector has none besides those that it writes. */
function isKnown({ origin, namespace }: Definition, world: FindingsWorld): boolean {
  if (origin.kind === "ServiceEntry" && origin.selector === null) return true;
  const sees = world.sees("workloadentries", namespace) && world.sees("workload-pods", namespace);
  return sees && (origin.kind === "ServiceEntry" || world.sees("endpointslices", namespace));
}

/** A proxy that connects to the original destination needs no endpoint, and an alias has those of another name. */
function hasNoEndpoint({ discovery }: Definition, destinations: readonly Destination[]): boolean {
  if (discovery === "ORIGINAL_DST" || discovery === "ALIAS" || discovery === "DYNAMIC_DNS") return false;
  return destinations.every((one) => one.discovery !== "ORIGINAL_DST" && [one.groups, ...one.otherwise].every((groups) => groups.length === 0));
}

/** Routes to a subset of the host name that has no endpoint, or that no DestinationRule names. */
function routedAway(name: string, host: FindingHost, world: FindingsWorld): readonly Detected[] {
  if (world.selection().virtualServices.length === 0) return [];
  const namespace = callingNamespace({ namespace: host.selector.namespace, origin: host.selector }, world.mesh.settings);
  const routes = visibleRoutes(name, namespace, world.selection());
  if (routes.length === 0) return [];
  const seen = hostWithHealth(name, host.selector.namespace, world, namespace);
  if (seen === null || seen.definition.origin !== host.selector || hasNoEndpoint(seen.definition, destinationsInNamespace(seen, ""))) return [];
  return routes.flatMap(({ route, subset, share }) => {
    const why = subsetFault(subset, seen);
    if (why === null) return [];
    const evidence = { why, host: name, route: `${route.namespace}/${route.name}`, subset, percent: Math.round(share * 100) };
    return [{ of: `${name} ${evidence.route} ${subset}`, objects: [hostObject(host), findingObject("VirtualService", route)], evidence }];
  });
}

function subsetFault(subset: string, seen: HostInNamespace): "no-subset" | "empty-subset" | null {
  const destinations = subsetDestinations(seen, subset);
  if (destinations === null) return "no-subset";
  return hasNoEndpoint(seen.definition, destinations) ? "empty-subset" : null;
}
