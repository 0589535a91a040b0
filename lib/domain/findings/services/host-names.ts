import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { type DetectedFinding, type FindingRemedy, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { destinationsForCallers, serviceSeenByCallers } from "@/lib/domain/findings/service-destinations";
import { selectedEndpointCount, serviceFindingObject } from "@/lib/domain/findings/service-parts";
import { isSameService } from "@/lib/domain/selection/caller-service";
import { allowedCallers, type DefinedPort, type DiscoveryType, type HostNameDefinition } from "@/lib/domain/selection/definitions";
import { type CallerEndpointList, isEndpointOfPort } from "@/lib/domain/selection/destinations";
import { fullHostName, isHostWithin } from "@/lib/domain/selection/host-name";
import type { KubernetesService, MeshService, ServiceEntry } from "@/lib/domain/selection/objects";
import { type HostNameOwnership, hostNameOwnership } from "@/lib/domain/selection/ownership";
import { type StoredEndpoint, storedEndpoints } from "@/lib/domain/selection/stored-endpoints";
import { BARE_SIDECAR_CALLER, type SelectionWorld } from "@/lib/domain/selection/world";

/** The key for every namespace that has no object with the host name and that no such object names in `exportTo`. */
export const ANY_OTHER_NAMESPACE = "";

/**
 * Returns the object that defines a host name, for callers in each namespace that has such an object or that its `exportTo` names, and for callers in
 * any other namespace (`ELSEWHERE`). `owners`: all objects with the host name.
 */
export function ownershipByNamespace(
  name: string,
  owners: readonly ServiceSubject[],
  world: FindingsWorld,
): readonly { readonly namespace: string; readonly ownership: HostNameOwnership }[] {
  const selectors = owners.map(({ selector }) => selector);
  const selection: SelectionWorld = {
    ...world.selection(),
    services: selectors.filter((one): one is KubernetesService => one.kind === "Service"),
    serviceEntries: selectors.filter((one): one is ServiceEntry => one.kind === "ServiceEntry"),
  };
  const named = selectors.flatMap((selector) => {
    const audience = allowedCallers(selector, selection.mesh);
    return audience === "all" ? [] : audience;
  });
  const namespaces = [...new Set([...selectors.map(({ namespace }) => namespace), ...named])].sort();
  return [...namespaces, ANY_OTHER_NAMESPACE].map((namespace) => ({
    namespace,
    ownership: hostNameOwnership(name, { ...BARE_SIDECAR_CALLER, namespace }, selection),
  }));
}

/** Returns the outcome of an object's claim to a host name; null = it makes none. */
export function hostNameClaimOutcome({ selector }: ServiceSubject, { claims }: HostNameOwnership): string | null {
  return claims.find(({ definition }) => isSameService(definition.origin, selector))?.outcome ?? null;
}

/**
 * Objects in several namespaces define one host name. One of them wins for each calling namespace, and callers there do not get the machines of the others
 * (pilot/pkg/model/push_context.go initServiceRegistry, pilot/pkg/model/sidecar.go selectServices).
 */
export const ownedByAnother: Rule<"host"> = {
  code: "STL310",
  name: "owned-by-another",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "mesh-config"],
  needsAll: ["services", "serviceentries", "sidecars"],
  betterWith: ["workload-pods"],
  detect: (host, world) => host.hosts.flatMap((name) => lostHostName(name, host, world)),
};

function lostHostName(name: string, host: ServiceSubject, world: FindingsWorld): readonly DetectedFinding[] {
  const owners = world.hostsDefining(name);
  if (owners.every(({ selector }) => selector.namespace === host.selector.namespace)) return [];
  if (selectedEndpointCount(world.countsOf(host)) === 0) return [];
  const seen = ownershipByNamespace(name, owners, world);
  const lost = seen.filter(({ ownership }) => hostNameClaimOutcome(host, ownership) === "other-namespace-wins");
  if (lost.length === 0) return [];
  const evidence = {
    host: name,
    machines: world.countsOf(host).machines?.taken ?? 0,
    lostFor: lost.map(({ namespace }) => namespace),
    winners: lost.map(({ ownership }) => winnerName(ownership)),
  };
  const others = owners.filter((one) => one.uid !== host.uid).map(serviceFindingObject);
  const isLostElsewhere = lost.some(({ namespace }) => namespace === ANY_OTHER_NAMESPACE);
  return [{ of: name, objects: [serviceFindingObject(host), ...others], evidence, ...(isLostElsewhere ? { patch: exportPatch(host) } : {}) }];
}

/** Returns the patch that exports the object to its own namespace only. There it always wins, so that it loses nowhere. */
function exportPatch({ selector }: ServiceSubject): FindingRemedy {
  const body = selector.kind === "Service" ? { metadata: { annotations: { "networking.istio.io/exportTo": "." } } } : { spec: { exportTo: ["."] } };
  return { ...findingObject(selector.kind, selector), type: "merge", body };
}

function winnerName({ winner }: HostNameOwnership): string {
  return winner === null ? "" : `${winner.origin.kind} ${winner.namespace}/${winner.origin.name}`;
}

/**
 * Two objects of one namespace define one host name, and the older one or the Service owns it. EDS joins endpoints to the owner's ports by name, DNS
 * by number. Endpoints of the other object's port can reach no caller, or join a port of another number. Callers get a port that the owner lacks only
 * if resolution, labels, exportTo and selector are equal (pilot/pkg/model/sidecar.go canMergeServices, pilot/pkg/xds/endpoints/endpoint_builder.go).
 */
export const portLostToOwner: Rule<"host"> = {
  code: "STL311",
  name: "port-lost-to-owner",
  subject: "host",
  severity: "error",
  needs: ["services", "serviceentries", "workloadentries"],
  betterWith: ["workload-pods"],
  noPatchBecause: "which ports of the two objects serve the same only their owners know",
  detect: (host, world) => [...new Set(host.hosts)].flatMap((name) => portFaults(name, host, world)),
};

/** Discovery types for which callers get no endpoint list. */
const WITHOUT_LIST: ReadonlySet<DiscoveryType> = new Set<DiscoveryType>(["ORIGINAL_DST", "ALIAS", "DYNAMIC_DNS"]);

function portFaults(name: string, host: ServiceSubject, world: FindingsWorld): readonly DetectedFinding[] {
  const { namespace } = host.selector;
  const owners = world.hostsDefining(name).filter(({ selector }) => selector.namespace === namespace);
  const here = owners.length < 2 ? null : serviceSeenByCallers(name, namespace, world);
  if (here === null || here.definition.namespace !== namespace) return [];
  const { definition } = here;
  if (isSameService(definition.origin, host.selector) || WITHOUT_LIST.has(definition.discovery)) return [];
  const joins = new Joins(definition, storedEndpoints(name, namespace, here.selection).endpoints);
  const told = { host: name, owner: `${definition.origin.kind} ${definition.origin.name}` };
  const objects = [serviceFindingObject(host), ...owners.filter((one) => one.uid !== host.uid).map(serviceFindingObject)];
  const found = [...lostPorts(name, host.selector, joins), ...joinedPorts(name, host.selector, joins)];
  return found.map(({ of, evidence }) => ({ of, objects, evidence: { ...told, ...evidence } }));
}

/** The endpoints of one host name, by the ports of the object that owns it. */
class Joins {
  constructor(
    readonly owner: HostNameDefinition,
    private readonly held: readonly StoredEndpoint[],
  ) {}

  /** Returns the endpoints of one port of one object. */
  of(origin: MeshService, port: DefinedPort): readonly StoredEndpoint[] {
    return this.held.filter((one) => isSameService(one.origin, origin) && one.portName === port.name);
  }

  /** Returns the endpoints on the owner's ports with this number. */
  on(number: number): readonly StoredEndpoint[] {
    const ports = this.owner.ports.filter((port) => port.number === number);
    return this.held.filter((one) => ports.some((port) => isEndpointOfPort(one, { definition: this.owner, port })));
  }

  /** Returns the owner's ports that the endpoints of an object's port join. */
  portsFor(origin: MeshService, { name, number }: DefinedPort): readonly DefinedPort[] {
    const asHeld = { portName: name, portNumber: origin.kind === "Service" ? null : number };
    return this.owner.ports.filter((port) => isEndpointOfPort(asHeld, { definition: this.owner, port }));
  }
}

type Problem = Required<Pick<DetectedFinding, "of" | "evidence">>;

function lostPorts(name: string, selector: MeshService, joins: Joins): readonly Problem[] {
  const lost = selector.ports.flatMap((port) => {
    const endpoints = joins.portsFor(selector, port).length > 0 ? [] : without(joins.of(selector, port), joins.on(port.number));
    return endpoints.length === 0 ? [] : [{ port, endpoints }];
  });
  if (lost.length === 0) return [];
  const { ports, discovery } = joins.owner;
  const evidence = {
    ...{ way: "lost", by: discovery === "EDS" || selector.kind === "Service" ? "name" : "number" },
    ...{ lost: lost.map(({ port }) => port.name), numbers: lost.map(({ port }) => String(port.number)) },
    wanted: lost.map(({ port }) => ports.find(({ number }) => number === port.number)?.name ?? ""),
    machines: machineCount(lost.flatMap(({ endpoints }) => endpoints)),
  };
  return [{ of: name, evidence }];
}

function joinedPorts(name: string, selector: MeshService, joins: Joins): readonly Problem[] {
  return selector.ports.flatMap((port) => {
    const others = joins.portsFor(selector, port).filter(({ number }) => number !== port.number);
    const astray = others
      .map((into) => ({ into, endpoints: without(joins.of(selector, port), meantFor(into, joins)) }))
      .filter(({ endpoints }) => endpoints.length > 0);
    if (astray.length === 0) return [];
    const evidence = {
      ...{ way: "joined", port: port.name, number: port.number, into: astray.map(({ into }) => String(into.number)) },
      ...{ isServed: joins.on(port.number).length > 0, machines: machineCount(astray.flatMap(({ endpoints }) => endpoints)) },
    };
    return [{ of: `${name} ${port.name}`, evidence }];
  });
}

/** Returns the endpoints on the owner's port whose own object has that port under the same name and number. */
function meantFor({ number }: DefinedPort, joins: Joins): readonly StoredEndpoint[] {
  return joins.on(number).filter(({ origin, portName }) => origin.ports.some((port) => port.name === portName && port.number === number));
}

/** Returns the endpoints whose address and port none of the others has. */
function without(endpoints: readonly StoredEndpoint[], others: readonly StoredEndpoint[]): readonly StoredEndpoint[] {
  const keyOf = ({ address, port }: StoredEndpoint) => `${address} ${port}`;
  const known = new Set(others.map(keyOf));
  return endpoints.filter((one) => !known.has(keyOf(one)));
}

function machineCount(endpoints: readonly StoredEndpoint[]): number {
  return new Set(endpoints.filter(({ machine }) => machine.kind === "entry").map(({ machine }) => machine.name)).size;
}

/**
 * Two objects of one namespace define one host name and select the same machine for one port of its definition, so that istiod sends the machine
 * twice. Envoy keeps one of two endpoints of equal address and port (pilot/pkg/serviceregistry/aggregate; Envoy's eds.cc updateLocalityEndpoints).
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

/** Returns a finding for each pair of objects, at the later of the two by kind and name. */
function twiceIn(name: string, host: ServiceSubject, world: FindingsWorld): readonly DetectedFinding[] {
  const { namespace } = host.selector;
  const earlier = world.hostsDefining(name).filter(({ selector }) => selector.namespace === namespace && selectorKey(selector) < selectorKey(host.selector));
  const here = earlier.length === 0 ? null : serviceSeenByCallers(name, namespace, world);
  if (here === null || here.definition.namespace !== namespace) return [];
  const destinations = destinationsForCallers(here, "");
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
    return [{ of: `${name} ${selectorKey(other.selector)}`, objects: [serviceFindingObject(host), serviceFindingObject(other)], evidence }];
  });
}

function inBoth(destination: CallerEndpointList, a: MeshService, b: MeshService): readonly string[] {
  const others = new Set(machinesFrom(b, destination));
  return machinesFrom(a, destination).filter((name) => others.has(name));
}

/** Returns the names of the machines in an endpoint list that come from one object. */
function machinesFrom(origin: MeshService, { groups }: CallerEndpointList): readonly string[] {
  return groups.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ stands }) =>
      stands.for === "machine" && stands.held.machine.kind === "entry" && isSameService(stands.held.origin, origin) ? [stands.held.machine.name] : [],
    ),
  );
}

/** Returns the ports of an object by name and number, as one text. */
function portsOf({ ports }: MeshService): string {
  const named = ports.map(({ name, number }) => `${name}:${number}`);
  return named.sort().join(" ");
}

function selectorKey({ kind, name }: MeshService): string {
  return `${kind}/${name}`;
}

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
    return allowedCallers(selector, world.mesh.settings) === "all" ? [] : [...new Set(host.hosts)].flatMap((name) => exportFaults(name, host, world));
  },
};

/** Returns one finding for each object that defines the host name for callers to whom this object is not exported. */
function exportFaults(name: string, host: ServiceSubject, world: FindingsWorld): readonly DetectedFinding[] {
  const { selector } = host;
  const owners = world.hostsDefining(name);
  if (owners.filter((one) => one.selector.namespace === selector.namespace).length < 2) return [];
  const audience = allowedCallers(selector, world.mesh.settings);
  const found = new Map<string, { readonly owner: MeshService; readonly callers: string[]; readonly endpoints: Set<string> }>();
  const callers = ownershipByNamespace(name, owners, world);
  for (const { namespace, ownership } of callers) {
    const owner = ownership.winner?.origin;
    if (audience === "all" || audience.includes(namespace) || owner?.namespace !== selector.namespace) continue;
    const sentTo = (caller: string) => {
      const seen = serviceSeenByCallers(name, selector.namespace, world, caller);
      return seen === null ? [] : destinationsForCallers(seen, "").flatMap((one) => endpointsFrom(selector, one));
    };
    const first = sentTo(namespace);
    const others = namespace === ANY_OTHER_NAMESPACE && first.length === 0 ? ruledNamespaces(name, world) : [];
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
    objects: [serviceFindingObject(host), findingObject(owner.kind, owner)],
    evidence: { host: name, owner: key, callers, endpoints: endpoints.size },
  }));
}

/**
 * Returns the namespaces in which another DestinationRule can apply than for most callers: those with rules for the host name, and those that such
 * rules name.
 */
function ruledNamespaces(name: string, world: FindingsWorld): readonly string[] {
  const { rules, mesh } = world.selection();
  const ours = rules.filter(({ host, namespace }) => isHostWithin(name, fullHostName(host, namespace, mesh.domain)));
  const named = ours.flatMap(({ namespace, exportTo }) => [namespace, ...exportTo.filter((one) => one !== "." && one !== "*")]);
  return [...new Set(named)].sort();
}

/** Returns the endpoints of a list that come from one object, as "kind name". */
function endpointsFrom(origin: MeshService, { groups }: CallerEndpointList): readonly string[] {
  return groups.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ stands }) =>
      stands.for === "machine" && isSameService(stands.held.origin, origin) ? [`${stands.held.machine.kind} ${stands.held.machine.name}`] : [],
    ),
  );
}

/** Rules about host names that several objects define. */
export const SERVICE_HOST_NAME_RULES: readonly Rule<"host">[] = [ownedByAnother, portLostToOwner, sentTwice, sentBeyondExport];
