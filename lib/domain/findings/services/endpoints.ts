import { unseenPodNetworkSources } from "@/lib/domain/findings/caller-networks";
import { addressFaultEvidence, inlineAddresses, otherTargetEvidence } from "@/lib/domain/findings/endpoint-address";
import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { type AnyRule, type DetectedFinding, findingObject, type Rule } from "@/lib/domain/findings/rule";
import {
  destinationsForCallers,
  type ServiceSeenByCallers,
  serviceSeenByCallers,
  serviceSeenByCallersWithHealth,
  subsetDestinationsForCallers,
} from "@/lib/domain/findings/service-destinations";
import { selectedEndpointCount, sentEndpointCount, serviceFindingObject, serviceKey } from "@/lib/domain/findings/service-parts";
import { subsetsWithRequests } from "@/lib/domain/selection/caller-scope";
import { callerService } from "@/lib/domain/selection/caller-service";
import { type HostNameDefinition, preferredCallingNamespace } from "@/lib/domain/selection/definitions";
import type { CallerEndpointList } from "@/lib/domain/selection/destinations";
import { portForService } from "@/lib/domain/selection/endpoint-port";
import { selectionMatch } from "@/lib/domain/selection/matching";
import type { KubernetesService, ServiceEntry } from "@/lib/domain/selection/objects";
import type { ExclusionReasonCode } from "@/lib/domain/selection/reasons";
import { workloadOfEntry } from "@/lib/domain/selection/workload";
import { BARE_SIDECAR_CALLER } from "@/lib/domain/selection/world";
import { hostNameClaimOutcome, ownershipByNamespace } from "./host-names";

/**
 * A service selects machines or Pods, but callers get none of them: all are unhealthy, without a first report, draining or not ready, or none has a
 * port that the Service names (pilot/pkg/serviceregistry/serviceentry/controller.go, kube/controller/controller.go). STL310 finds an object whose
 * host names another namespace defines.
 */
export const nobodyAnswers: Rule<"host"> = {
  code: "STL301",
  name: "nobody-answers",
  subject: "host",
  severity: "error",
  needs: ["workloadentries", "workload-pods"],
  refutedBy: () => ["services", "serviceentries", "namespaces"],
  noPatchBecause: "what has to change is the machines, each for its own reason",
  detect: (host, world) => {
    const counts = world.countsOf(host);
    if (selectedEndpointCount(counts) === 0 || !ownsAnyName(host, world)) return [];
    if (sentEndpointCount(counts) > 0 && !(takesMachinesOnly(counts) && hasNoPort(host, world))) return [];
    if (host.selector.kind === "Service" && !world.sees("endpointslices", host.selector.namespace)) return { cannotTell: ["endpointslices"] };
    const why = sentEndpointCount(counts) > 0 ? { portsUnresolved: counts.machines?.taken ?? 0 } : reasonsOf(host, world);
    const evidence = { hosts: host.hosts, machines: counts.machines?.taken ?? 0, pods: counts.pods?.taken ?? 0, ...why };
    return [{ objects: [serviceFindingObject(host)], evidence }];
  },
};

/** Returns true if callers in a namespace that may call the object get its endpoints under any of its host names. */
function ownsAnyName({ selector, hosts }: ServiceSubject, world: FindingsWorld): boolean {
  const namespace = preferredCallingNamespace({ namespace: selector.namespace, origin: selector }, world.mesh.settings);
  const caller = { ...BARE_SIDECAR_CALLER, namespace };
  return hosts.some((name) => {
    const defining = world.hostsDefining(name).map((one) => one.selector);
    if (defining.length < 2) return true;
    const services = defining.filter((one): one is KubernetesService => one.kind === "Service");
    const serviceEntries = defining.filter((one): one is ServiceEntry => one.kind === "ServiceEntry");
    const { outcome } = callerService(selector, name, caller, { ...world.selection(), services, serviceEntries });
    return outcome === "defines" || outcome === "adds-endpoints";
  });
}

function takesMachinesOnly({ pods, inline, addresses }: ReturnType<FindingsWorld["countsOf"]>): boolean {
  return inline + addresses === 0 && (pods?.ready ?? 0) === 0;
}

/**
 * Returns true if no machine has a port that the Service's `targetPort`s name. Only a Service whose `targetPort`s are all names can lack all of them.
 */
function hasNoPort(host: ServiceSubject, world: FindingsWorld): boolean {
  const { selector } = host;
  if (selector.kind !== "Service" || selector.ports.length === 0 || selector.ports.some(({ target }) => typeof target !== "string")) return false;
  for (const entry of world.machinesOf(host)) {
    const machine = workloadOfEntry(entry, world.mesh.settings);
    if (selector.ports.some((port) => portForService(port, machine).port !== null)) return false;
  }
  return true;
}

const NAMES = {
  unhealthy: "unhealthy",
  "awaiting-first-probe": "awaiting",
  draining: "draining",
} as const satisfies Partial<Record<ExclusionReasonCode, string>>;

/** Returns the number of machines without an endpoint by reason. Each machine counts with its first reason. */
function reasonsOf(host: ServiceSubject, world: FindingsWorld): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const entry of world.machinesOf(host)) {
    const [first] = selectionMatch(host.selector, { kind: "entry", entry }, world.mesh.settings).reasons;
    const name = first !== undefined && first.code in NAMES ? NAMES[first.code as keyof typeof NAMES] : "withoutEndpoint";
    found[name] = (found[name] ?? 0) + 1;
  }
  // Sorted, because machines have no order.
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Only headless Services select the machine, and istiod adds no entry to them, so the machine gets no calls
 * (pilot/pkg/serviceregistry/kube/controller/controller.go: client-side load balancing only).
 */
export const headlessSkipsMachine: Rule<"entry"> = {
  code: "STL315",
  name: "headless-skips-machine",
  subject: "entry",
  severity: "warning",
  needs: ["services", "serviceentries"],
  noPatchBecause: "clusterIP stays as a Service was made: what takes machines is another Service, or a ServiceEntry",
  detect: (entry, world) => {
    if (world.hostsTaking(entry).length > 0) return [];
    return world.hostsIn(entry.namespace).flatMap((host) => {
      const { selector } = host;
      if (selector.kind !== "Service" || !selector.isHeadless || selector.type === "ExternalName" || selector.selector.length === 0) return [];
      if (!selectionMatch({ ...selector, isHeadless: false }, { kind: "entry", entry }, world.mesh.settings).isSelected) return [];
      return [
        {
          of: serviceKey(host),
          objects: [findingObject("WorkloadEntry", entry), serviceFindingObject(host)],
          evidence: { host: serviceKey(host), hosts: host.hosts },
        },
      ];
    });
  },
};

/**
 * The address of an endpoint written in a ServiceEntry never leads to a machine, like that of an entry in `address-not-of-a-machine`. Each address
 * has one finding.
 */
export const endpointNotOfAMachine: Rule<"host"> = {
  code: "STL320",
  name: "endpoint-not-of-a-machine",
  subject: "host",
  severity: "error",
  needs: ["serviceentries"],
  noPatchBecause: "the address is known to whoever runs the endpoint",
  detect: ({ selector }) =>
    inlineAddresses(selector).flatMap(({ address, endpoints }) => {
      const evidence = addressFaultEvidence(address);
      return evidence === null ? [] : [{ of: address, objects: [findingObject(selector.kind, selector)], evidence: { ...evidence, endpoints } }];
    }),
};

/**
 * The address of an endpoint written in a ServiceEntry leads callers elsewhere, like that of an entry in `address-leads-elsewhere`. Each address has
 * one finding.
 */
export const endpointLeadsElsewhere: Rule<"host"> = {
  code: "STL321",
  name: "endpoint-leads-elsewhere",
  subject: "host",
  severity: "warning",
  needs: ["serviceentries"],
  betterWith: ["services", "namespaces"],
  refutedBy: (_, world) => unseenPodNetworkSources(world),
  noPatchBecause: "the address is known to whoever runs the endpoint",
  detect: ({ selector }, world) =>
    inlineAddresses(selector).flatMap(({ address, network, endpoints }) => {
      const other = otherTargetEvidence({ address, network }, world);
      if (other === null) return [];
      return [{ of: address, objects: [findingObject(selector.kind, selector), ...other.objects], evidence: { ...other.evidence, endpoints } }];
    }),
};

/**
 * Some callers of a service get no endpoint, although the service has endpoints. Another object defines the host name for their namespace and has
 * none (pilot/pkg/model/sidecar.go selectServices), or a VirtualService sends them to a subset without endpoints
 * (pilot/pkg/networking/core/route/route.go).
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
    sentEndpointCount(world.countsOf(host)) === 0 ? [] : host.hosts.flatMap((name) => [...takenOver(name, host, world), ...routedAway(name, host, world)]),
};

/** Returns a finding for each object that defines the host name for other namespaces and has no endpoint on any port. */
function takenOver(name: string, host: ServiceSubject, world: FindingsWorld): readonly DetectedFinding[] {
  const owners = world.hostsDefining(name);
  if (owners.every(({ selector }) => selector.namespace === host.selector.namespace)) return [];
  const lost = ownershipByNamespace(name, owners, world).flatMap(({ namespace, ownership }) => {
    const { winner } = ownership;
    if (winner === null || hostNameClaimOutcome(host, ownership) !== "other-namespace-wins" || !isKnown(winner, world)) return [];
    const seen = serviceSeenByCallers(name, winner.namespace, world, namespace);
    return seen !== null && hasNoEndpoint(seen.definition, destinationsForCallers(seen, "")) ? [{ namespace, winner }] : [];
  });
  const winners = [...new Map(lost.map(({ winner }) => [`${winner.origin.kind} ${winner.namespace}/${winner.origin.name}`, winner])).entries()];
  return winners.map(([key, winner]) => ({
    of: `${name} ${key}`,
    objects: [serviceFindingObject(host), findingObject(winner.origin.kind, winner.origin)],
    evidence: { why: "taken-over", host: name, winner: key, callers: lost.filter((one) => one.winner === winner).map(({ namespace }) => namespace) },
  }));
}

/**
 * Returns true if all machines, Pods and EndpointSlices of the object that defines the host name are visible. A ServiceEntry without a selector needs
 * none of them.
 */
function isKnown({ origin, namespace }: HostNameDefinition, world: FindingsWorld): boolean {
  if (origin.kind === "ServiceEntry" && origin.selector === null) return true;
  const sees = world.sees("workloadentries", namespace) && world.sees("workload-pods", namespace);
  return sees && (origin.kind === "ServiceEntry" || world.sees("endpointslices", namespace));
}

/** Returns true if callers get no endpoint. A proxy that connects to the original destination needs none, and an alias has those of another name. */
function hasNoEndpoint({ discovery }: HostNameDefinition, destinations: readonly CallerEndpointList[]): boolean {
  if (discovery === "ORIGINAL_DST" || discovery === "ALIAS" || discovery === "DYNAMIC_DNS") return false;
  return destinations.every((one) => one.discovery !== "ORIGINAL_DST" && [one.groups, ...one.otherwise].every((groups) => groups.length === 0));
}

/** Returns a finding for each route to a subset of the host name that has no endpoint, or that no DestinationRule names. */
function routedAway(name: string, host: ServiceSubject, world: FindingsWorld): readonly DetectedFinding[] {
  if (world.selection().virtualServices.length === 0) return [];
  const namespace = preferredCallingNamespace({ namespace: host.selector.namespace, origin: host.selector }, world.mesh.settings);
  const routes = subsetsWithRequests(name, namespace, world.selection());
  if (routes.length === 0) return [];
  const seen = serviceSeenByCallersWithHealth(name, host.selector.namespace, world, namespace);
  if (seen === null || seen.definition.origin !== host.selector || hasNoEndpoint(seen.definition, destinationsForCallers(seen, ""))) return [];
  return routes.flatMap(({ route, subset, share }) => {
    const why = subsetFault(subset, seen);
    if (why === null) return [];
    const evidence = { why, host: name, route: `${route.namespace}/${route.name}`, subset, percent: Math.round(share * 100) };
    return [{ of: `${name} ${evidence.route} ${subset}`, objects: [serviceFindingObject(host), findingObject("VirtualService", route)], evidence }];
  });
}

function subsetFault(subset: string, seen: ServiceSeenByCallers): "no-subset" | "empty-subset" | null {
  const destinations = subsetDestinationsForCallers(seen, subset);
  if (destinations === null) return "no-subset";
  return hasNoEndpoint(seen.definition, destinations) ? "empty-subset" : null;
}

/** Rules about services whose callers get no endpoint, or one that leads to no machine. */
export const SERVICE_ENDPOINT_RULES: readonly AnyRule[] = [
  nobodyAnswers,
  headlessSkipsMachine,
  endpointNotOfAMachine,
  endpointLeadsElsewhere,
  callersWithoutEndpoint,
];
