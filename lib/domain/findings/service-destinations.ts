import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { callerScopeOf } from "@/lib/domain/selection/caller-scope";
import {
  type CallerService,
  callerService,
  candidateStatusByPort,
  dependsOnOtherEndpoints,
  type EndpointStatus,
  endpointStatusByPort,
  type KnownEndpointStatus,
} from "@/lib/domain/selection/caller-service";
import { allowedCallers, type HostNameDefinition } from "@/lib/domain/selection/definitions";
import { destinationRuleFor } from "@/lib/domain/selection/destination-rules";
import { type CallerEndpointList, callerEndpointListsOf } from "@/lib/domain/selection/destinations";
import { dependsOnEachMachine, machinePortEndpoints, sampleWorkload } from "@/lib/domain/selection/machine-endpoints";
import { selectionMatch, workloadOfCandidate } from "@/lib/domain/selection/matching";
import type { EndpointTls } from "@/lib/domain/selection/mutual-tls";
import type { KubernetesService, MeshService, ServiceEntry } from "@/lib/domain/selection/objects";
import type { SelectionCandidate } from "@/lib/domain/selection/reasons";
import { REASONS_APPLIED_ON_SEND } from "@/lib/domain/selection/stored-endpoints";
import { BARE_SIDECAR_CALLER, type MeshSettings, type SelectionWorld } from "@/lib/domain/selection/world";
import { foreignCallerNetwork } from "./caller-networks";
import type { FindingsWorld, ServiceSubject } from "./findings-world";

/** A host name as callers in one namespace get it. */
export interface ServiceSeenByCallers {
  /** The definition of the host name that these callers get. */
  readonly definition: HostNameDefinition;
  /** The input of the endpoint engine: the objects that define the host name anywhere, with the machines and Pods of one namespace. */
  readonly selection: SelectionWorld;
  /** The namespace of the callers. */
  readonly caller: string;
}

/**
 * Returns a host name as callers in the namespace `caller` get it, with the machines and Pods of `namespace`. Null = they do not know the host name.
 */
export function serviceSeenByCallers(name: string, namespace: string, world: FindingsWorld, caller = namespace): ServiceSeenByCallers | null {
  return resolved(name, world.selection(namespace), world, caller);
}

/** Returns `serviceSeenByCallers` with the health of the members. The rule then runs again after each of their changes. */
export function serviceSeenByCallersWithHealth(name: string, namespace: string, world: FindingsWorld, caller = namespace): ServiceSeenByCallers | null {
  return resolved(name, { ...world.selection(), ...world.membersIn(namespace) }, world, caller);
}

function resolved(name: string, members: SelectionWorld, world: FindingsWorld, caller: string): ServiceSeenByCallers | null {
  const selection = withDefiningOnly(name, members, world);
  const definition = callerScopeOf(selection, { ...BARE_SIDECAR_CALLER, namespace: caller }).definitions.get(name);
  return definition === undefined ? null : { definition, selection, caller };
}

function withDefiningOnly(name: string, selection: SelectionWorld, world: FindingsWorld): SelectionWorld {
  const selectors = world.hostsDefining(name).map(({ selector }) => selector);
  return {
    ...selection,
    services: selectors.filter((one): one is KubernetesService => one.kind === "Service"),
    serviceEntries: selectors.filter((one): one is ServiceEntry => one.kind === "ServiceEntry"),
  };
}

/**
 * A cache of `callerServicesOfObject`. All machines of an object share the result until a definition, a policy, the mesh or the machines that decide it
 * change.
 */
const callerServices = new WeakMap<object, WeakMap<MeshService, { readonly network: string; readonly services: readonly CallerService[] }>>();

/**
 * Returns an object under each of its host names, as a caller of its namespace gets it. If `exportTo` excludes that namespace, the caller is in the
 * first namespace that gets the object's endpoints. The caller is in no network of a machine, so that istiod sends it a gateway for each machine
 * behind one (`foreignCallerNetwork`). Sidecar objects are ignored: they hide services from some callers only.
 */
export function callerServicesOfObject(host: ServiceSubject, world: FindingsWorld): readonly CallerService[] {
  const selection = world.selection();
  const network = foreignCallerNetwork(world);
  const known = callerServices.get(selection)?.get(host.selector);
  if (known?.network === network) return known.services;
  if (!host.hosts.some((name) => keepsOne(name, host.selector.namespace, world))) return cached(selection, host, selection, { world, network });
  const members = world.membersIn(host.selector.namespace);
  const ofMembers = callerServices.get(members)?.get(host.selector);
  return ofMembers?.network === network ? ofMembers.services : cached(members, host, { ...selection, ...members }, { world, network });
}

/**
 * Returns true if istiod keeps only one of several endpoints for the host name, so that the result depends on all machines
 * (docs/istio.md#round-robin).
 */
function keepsOne(name: string, namespace: string, world: FindingsWorld): boolean {
  const serviceEntries = world.hostsDefining(name).flatMap(({ selector }) => (selector.kind === "ServiceEntry" ? [selector] : []));
  return dependsOnOtherEndpoints(name, namespace, { serviceEntries });
}

interface Asking {
  readonly world: FindingsWorld;
  readonly network: string;
}

function cached(key: object, { selector, hosts }: ServiceSubject, selection: SelectionWorld, { world, network }: Asking): readonly CallerService[] {
  const services = [...new Set(hosts)].flatMap((name) => {
    const own = withDefiningOnly(name, { ...selection, sidecars: [] }, world);
    const asked = callingNamespaces(selector, selection.mesh).map((namespace) =>
      callerService(selector, name, { ...BARE_SIDECAR_CALLER, namespace, network }, own),
    );
    return asked.find(({ outcome }) => outcome === "defines" || outcome === "adds-endpoints") ?? asked.slice(0, 1);
  });
  const ofKey = callerServices.get(key) ?? new WeakMap<MeshService, { readonly network: string; readonly services: readonly CallerService[] }>();
  callerServices.set(key, ofKey.set(selector, { network, services }));
  return services;
}

/** Returns the namespace of the object; if its `exportTo` excludes that namespace, the namespaces that `exportTo` names. */
export function callingNamespaces(selector: MeshService, mesh: MeshSettings): readonly string[] {
  const audience = allowedCallers(selector, mesh);
  return audience === "all" || audience.length === 0 || audience.includes(selector.namespace) ? [selector.namespace] : [...audience].sort();
}

/**
 * Returns the status of a machine or Pod for the caller, on each port of the object. Empty = istiod stores no endpoint of it, or the object has no
 * port with endpoints. If the API does not show the status: the usual one, so that a rule reports no fault that may not exist.
 */
export function candidatePortStatuses(service: CallerService, candidate: SelectionCandidate): readonly KnownEndpointStatus[] {
  if (!selectionMatch(service.origin, candidate, service.world.mesh, REASONS_APPLIED_ON_SEND).isStored) return [];
  return candidateStatusByPort(service, candidate).flatMap(usual);
}

function usual(status: EndpointStatus): readonly KnownEndpointStatus[] {
  return status.is === "depends" ? status.outcomes.slice(0, 1) : [status];
}

/** Returns `candidatePortStatuses` for an entry. */
export function entryPortStatuses(service: CallerService, entry: WorkloadEntry): readonly KnownEndpointStatus[] {
  return candidatePortStatuses(service, { kind: "entry", entry });
}

/** Machines of an object whose status is equal for each caller. */
export interface EquivalentMachines {
  readonly network: string;
  readonly locality: string;
  readonly hasAddress: boolean;
  readonly machines: number;
  /** The answer of `candidatePortStatuses` for each of them. */
  readonly statuses: (service: CallerService) => readonly KnownEndpointStatus[];
}

/**
 * Returns the machines of an object in as few groups as the services allow. Each machine is its own group if labels or ports of single machines or
 * another object decide the status, or if a machine drains.
 */
export function* groupEquivalentMachines(host: ServiceSubject, services: readonly CallerService[], world: FindingsWorld): Iterable<EquivalentMachines> {
  const { mesh } = world.selection();
  const isOwn = ({ winner, origin }: CallerService) => winner === null || winner.origin === origin;
  const isAnyDraining = (world.countsOf(host).machines?.draining ?? 0) > 0;
  if (!isAnyDraining && services.every((service) => !dependsOnEachMachine(service) && isOwn(service))) {
    for (const { machines, ...properties } of world.sentClassesOf(host)) {
      const machine = sampleWorkload(properties, host.selector.namespace);
      const { network, locality } = properties;
      yield {
        network,
        locality,
        hasAddress: properties.address !== "none",
        machines,
        statuses: (service) => endpointStatusByPort(service, machine).flatMap(usual),
      };
    }
    return;
  }
  for (const entry of world.machinesOf(host)) {
    const { network, locality } = workloadOfCandidate({ kind: "entry", entry }, mesh);
    yield { network, locality, hasAddress: entry.address !== "", machines: 1, statuses: (service) => entryPortStatuses(service, entry) };
  }
}

/**
 * Returns the TLS of the caller to the entry on each port where istiod sends the entry, or leaves it out only because it does not have the mTLS mark.
 */
export function tlsToEntry(service: CallerService, entry: WorkloadEntry): readonly EndpointTls[] {
  const statuses = entryPortStatuses(service, entry);
  return machinePortEndpoints(service, workloadOfCandidate({ kind: "entry", entry }, service.world.mesh)).flatMap(({ at, tls }) => {
    const status = statuses[at];
    if (status === undefined) return [];
    return status.is !== "not-sent" || status.reason.code === "not-marked-for-gateway" ? [tls] : [];
  });
}

/**
 * Returns the endpoints that istiod sends to callers of a host name in `locality`, one list for each port. Network gateways are ignored, because they
 * hide the machines behind them.
 */
export function destinationsForCallers({ definition, selection, caller: namespace }: ServiceSeenByCallers, locality: string): readonly CallerEndpointList[] {
  return directDestinations({ definition, selection, caller: namespace }, locality).filter(({ subset }) => subset === "");
}

/** Returns `destinationsForCallers` for a subset. Null = no DestinationRule of the caller defines the subset. */
export function subsetDestinationsForCallers(seen: ServiceSeenByCallers, subset: string): readonly CallerEndpointList[] | null {
  const rule = destinationRuleFor(seen.definition, { ...BARE_SIDECAR_CALLER, namespace: seen.caller }, seen.selection);
  const isNamed = (rule?.subsets ?? []).some(({ name }) => name === subset);
  return isNamed ? directDestinations(seen, "").filter((one) => one.subset === subset) : null;
}

function directDestinations({ definition, selection, caller: namespace }: ServiceSeenByCallers, locality: string): readonly CallerEndpointList[] {
  const caller = { ...BARE_SIDECAR_CALLER, namespace, locality };
  return callerEndpointListsOf(definition, caller, { ...selection, mesh: { ...selection.mesh, gateways: [] } });
}
