import type { HostNameDefinition } from "./definitions";
import { destinationRuleFor, trafficPolicyFor } from "./destination-rules";
import { type DefinitionPortWithRule, isEndpointOfPort, leftOutReason, sendsUnhealthy } from "./destinations";
import { type EndpointPort, portForService, portForServiceEntry, portForServicePod } from "./endpoint-port";
import { serviceHostName } from "./host-name";
import { addressFamily, addressKind, socketPath } from "./ip-address";
import { isLeftOutByDistribution, type LocalitySetting, localitySettingOf } from "./locality-routing";
import { sendsNoEndpointList, workloadOfCandidate } from "./matching";
import { missingMarkCause } from "./mutual-tls";
import type { MeshService } from "./objects";
import { type HostNameClaim, hostNameOwnership } from "./ownership";
import type { SelectionCandidate } from "./reasons";
import type { LeftOutReason } from "./sent-endpoints";
import { bestPortHealth, type MergedSliceAddress, portsForSliceAddress, type SliceAddressState } from "./slice-addresses";
import { type StoredEndpoint, storedEndpoints } from "./stored-endpoints";
import { endpointPath, type GatewayCase, gatewayCases } from "./through-gateways";
import type { StoredWorkload } from "./workload";
import type { Caller, NetworkGateway, SelectionWorld } from "./world";

/** The kind, namespace and name of a Service or ServiceEntry. */
export type MeshServiceName = Pick<MeshService, "kind" | "namespace" | "name">;

/** The reason why istiod does not send a caller an endpoint of a Service or ServiceEntry. */
export type NotSentReason =
  | LeftOutReason
  /** Another object defines the host name for the caller, or the caller does not know the host name. */
  | { readonly code: "not-owner"; readonly outcome: Exclude<HostNameClaim["outcome"], "defines" | "adds-endpoints">; readonly owner: MeshServiceName | null }
  /**
   * The object that defines the host name in this namespace (`owner`) has no port of this name or number (docs/istio.md#merged-ports,
   * #joined-endpoints).
   */
  | { readonly code: "port-lost"; readonly by: "name" | "number"; readonly owner: MeshServiceName }
  /** Not known: the API does not show which gateways istiod uses for DNS services (docs/istio.md#dns-gateways). */
  | { readonly code: "depends-on-gateways" }
  /** Not known: the API does not show whether the caller has an IP address of the gateway's family (docs/istio.md#ip-families). */
  | { readonly code: "depends-on-families"; readonly network: string }
  /**
   * The caller's proxy gets no endpoint list, and connects to the address that the application looked up. `owner`: the object that defines the host
   * name; null = the object itself.
   */
  | { readonly code: "no-list"; readonly owner: MeshServiceName | null };

/** The status of an endpoint for a caller, if the objects in the API decide it: sent, replaced by gateways, or not sent. */
export type KnownEndpointStatus =
  | { readonly is: "sent" }
  | { readonly is: "gateway"; readonly gateways: readonly NetworkGateway[] }
  | { readonly is: "not-sent"; readonly reason: NotSentReason };

/**
 * The status of one machine on one port of a service, for a caller. `depends`: one of `outcomes` is true, and the API does not show which
 * (docs/istio.md#dns-gateways).
 */
export type EndpointStatus = KnownEndpointStatus | { readonly is: "depends"; readonly outcomes: readonly KnownEndpointStatus[] };

/**
 * One port of an object, with the ports of the host name's definition that its endpoints join. `joins` is empty if callers get no endpoint of the
 * port.
 */
interface ServicePortJoin {
  /** The index of the port in `origin.ports`. */
  readonly index: number;
  readonly port: MeshService["ports"][number];
  readonly joins: readonly JoinedPort[];
}

interface JoinedPort extends DefinitionPortWithRule {
  readonly hasList: boolean;
  /** The combinations of gateway list and caller families that are possible for the service. */
  readonly views: readonly GatewayCase[];
  readonly setting: LocalitySetting | null;
  readonly sendsUnhealthy: boolean;
}

/** One Service or ServiceEntry under one of its host names, as one caller gets it. */
export interface CallerService {
  readonly host: string;
  readonly origin: MeshService;
  readonly caller: Caller;
  readonly world: SelectionWorld;
  readonly outcome: HostNameClaim["outcome"];
  /** The object that defines the host name for the caller; null = the caller does not know the host name. */
  readonly winner: HostNameDefinition | null;
  /**
   * The ports of the object that have endpoints, in its order. UDP ports have none, but istiod joins their endpoints to a TCP port of the owner (measured). Such
   * ports come last.
   */
  readonly ports: readonly ServicePortJoin[];
  /** The TCP ports of the definition that applies to the caller; empty if it takes no endpoints of the object. */
  readonly definitionPorts: readonly JoinedPort[];
  /** The object and machine of the only endpoint that istiod keeps for each port number, with DNS_ROUND_ROBIN. Null = istiod keeps all endpoints. */
  readonly onlyOne: ReadonlyMap<number, Pick<StoredEndpoint, "origin" | "machine">> | null;
}

/**
 * Returns an object under a host name, as one caller gets it (docs/istio.md#exportto, #owners, #joined-endpoints). `world` needs the objects that define the
 * host name, policies and the mesh; it needs entries and Pods only if `dependsOnOtherEndpoints`. `subset`: of the caller's DestinationRule; "" = the host name without
 * a subset.
 */
export function callerService(origin: MeshService, host: string, caller: Caller, world: SelectionWorld, subset = ""): CallerService {
  const claiming = claimants(origin, host, world);
  const { winner, claims } = hostNameOwnership(host, caller, claiming);
  const outcome = claims.find(({ definition }) => isSameService(definition.origin, origin))?.outcome ?? "not-exported";
  const owned = outcome === "defines" || outcome === "adds-endpoints" ? winner : null;
  const rule = owned === null ? null : destinationRuleFor(owned, caller, world);
  const definitionPorts = owned === null ? [] : joinablePorts({ owned, rule, subset, caller }, world);
  const joined = origin.ports.map((port, index) => ({ index, port, joins: joinsOf(port, origin, definitionPorts) }));
  const ports = [...joined.filter(({ port }) => !isUdp(port.protocol)), ...joined.filter(({ port, joins }) => isUdp(port.protocol) && joins.length > 0)];
  const onlyOne = owned !== null && dependsOnOtherEndpoints(host, owned.namespace, claiming) ? firstOfEachPort(host, owned.namespace, claiming) : null;
  return { host, origin, caller, world, outcome, winner, ports, definitionPorts, onlyOne };
}

/**
 * Returns true if the status of an endpoint depends on the other endpoints of the host name: an object that defines it is DNS_ROUND_ROBIN
 * (docs/istio.md#round-robin).
 */
export function dependsOnOtherEndpoints(host: string, namespace: string, { serviceEntries }: Pick<SelectionWorld, "serviceEntries">): boolean {
  return serviceEntries.some((one) => one.resolution === "DNS_ROUND_ROBIN" && one.namespace === namespace && one.hosts.includes(host));
}

/** Facts about an endpoint that its `Machine` does not have: its port for each of `CallerService.ports`, and the health that istiod sends. */
export interface EndpointPortsAndHealth {
  readonly found: readonly EndpointPort[];
  /** One health for all ports, or one for each of `CallerService.ports`. */
  readonly health: StoredEndpoint["health"] | readonly StoredEndpoint["health"][];
}

/** Returns the status of a machine that the object selects or writes, on each of `CallerService.ports`. */
export function endpointStatusByPort(
  service: CallerService,
  machine: StoredWorkload,
  facts: EndpointPortsAndHealth = { found: endpointPorts(service, machine), health: "UNKNOWN" },
): readonly EndpointStatus[] {
  return statusesOnPorts(service, service.ports, machine, facts);
}

/** A port by its name and number, with the ports of the host name's definition that an endpoint joins. */
interface PortOfEndpoint {
  readonly port: Pick<MeshService["ports"][number], "name" | "number">;
  readonly joins: readonly JoinedPort[];
}

function statusesOnPorts(
  service: CallerService,
  ports: readonly PortOfEndpoint[],
  machine: StoredWorkload,
  { found, health }: EndpointPortsAndHealth,
): readonly EndpointStatus[] {
  const { winner, outcome, origin } = service;
  return ports.map(({ port, joins }, at) => {
    if (outcome !== "defines" && outcome !== "adds-endpoints")
      return notSent({ code: "not-owner", outcome, owner: winner === null ? null : nameOf(winner.origin) });
    if (winner === null) return notSent({ code: "not-owner", outcome: "not-imported", owner: null });
    const end = found[at];
    if (end === undefined || end.port === null) return notSent({ code: "port-name-missing", missing: end?.missing ?? "" });
    const first = origin.ports.find(({ number }) => number === port.number);
    if (origin.kind === "Service" && machine.kind === "entry" && first !== undefined && first !== port)
      return notSent({ code: "port-number-taken", by: first.name });
    const by = machine.kind !== "address" && joinsByNumber(origin, winner) ? "number" : "name";
    if (joins.length === 0) return notSent({ code: "port-lost", by, owner: nameOf(winner.origin) });
    const held = { ...heldEndpoint(origin, port, machine, end), health: typeof health === "string" ? health : (health[at] ?? "UNKNOWN") };
    return best(joins.map((join) => statusOf(service, join, held)));
  });
}

/** Returns the status of an entry or a Pod that the object selects, on each of `CallerService.ports`. Pods of a Service have their own rule for ports. */
export function candidateStatusByPort(service: CallerService, candidate: SelectionCandidate): readonly EndpointStatus[] {
  const { origin, ports, world } = service;
  const machine = workloadOfCandidate(candidate, world.mesh);
  if (candidate.kind === "entry") return endpointStatusByPort(service, machine);
  const { pod } = candidate;
  const found = origin.kind === "Service" ? ports.map(({ port }) => portForServicePod(port, pod)) : endpointPorts(service, machine);
  return endpointStatusByPort(service, machine, { found, health: "HEALTHY" });
}

/**
 * Returns the status of an address of a Service's EndpointSlices. First on each of `CallerService.ports`, then on ports that only the definition of
 * the host name has.
 */
export function sliceAddressStatusByPort(service: CallerService, address: MergedSliceAddress): readonly EndpointStatus[] {
  const { machine, refusal } = address;
  const joined = addressPorts(service, address);
  const ports = joined.map(({ port }) => port);
  const health = ports.map(({ name }) => address.ports.find((one) => one.name === name)?.health ?? "UNHEALTHY");
  const statuses = statusesOnPorts(service, joined, machine, { found: portsForSliceAddress(ports, address), health });
  if (refusal === null) return statuses;
  return statuses.map((one) => (one.is === "not-sent" && one.reason.code === "port-name-missing" ? notSent(refusal) : one));
}

type AddressService = Pick<CallerService, "ports" | "definitionPorts">;

/**
 * istiod stores an address for each port name of its EndpointSlice (`kube/controller/endpointslice.go` updateEndpointCacheForSlice). It joins the
 * address to ports by name. If the Service has no such port, another object that defines the host name can have it.
 */
function addressPorts({ ports, definitionPorts }: AddressService, address: MergedSliceAddress): readonly PortOfEndpoint[] {
  const namedLike = (name: string) => definitionPorts.filter(({ port }) => port.name === name);
  const own = ports.map(({ port }) => ({ port, joins: namedLike(port.name) }));
  const further = address.ports.filter(({ name }) => ports.every(({ port }) => port.name !== name)).map(({ name }) => namedLike(name));
  return [...own, ...further.flatMap((joins) => (joins[0] === undefined ? [] : [{ port: joins[0].port, joins }]))];
}

/** Returns the state of an address for the caller. `statuses` come from `sliceAddressStatusByPort`. */
export function sliceAddressStateForCaller(service: AddressService, address: MergedSliceAddress, statuses: readonly EndpointStatus[]): SliceAddressState {
  const ports = addressPorts(service, address);
  const reason = notSentReason(statuses);
  if ((reason?.code === "slice-pod-missing" && !reason.isKnown) || isSendingToCallerUncertain(statuses)) return "not-known";
  const sent = statuses.flatMap((status, at) =>
    isCertainlySentOnAnyPort([status]) ? (address.ports.find(({ name }) => name === ports[at]?.port.name) ?? []) : [],
  );
  if (sent.length === 0) return "not-sent";
  if (address.isContested) return "not-known";
  return bestPortHealth(sent);
}

/**
 * Returns true if the object has no endpoint list, and the caller gets its endpoints from the object that defines the host name
 * (docs/istio.md#joined-endpoints).
 */
export function hasEndpointsSentByOwner({ origin, outcome, winner }: CallerService): boolean {
  return sendsNoEndpointList(origin) && outcome === "adds-endpoints" && winner !== null && LISTED.has(winner.discovery);
}

const LISTED: ReadonlySet<HostNameDefinition["discovery"]> = new Set<HostNameDefinition["discovery"]>(["EDS", "STRICT_DNS", "LOGICAL_DNS"]);

/** Returns true if istiod sends the machine to the caller on at least one port, directly or through a gateway, in every possible outcome. */
export function isCertainlySentOnAnyPort(statuses: readonly EndpointStatus[]): boolean {
  return statuses.some((one) => (one.is === "depends" ? one.outcomes.every(isOutcomeSent) : isOutcomeSent(one)));
}

/** Returns true if istiod sends the machine to the caller in some of the possible outcomes, but not in all. */
export function isSendingToCallerUncertain(statuses: readonly EndpointStatus[]): boolean {
  return !isCertainlySentOnAnyPort(statuses) && statuses.some((one) => one.is === "depends" && one.outcomes.some(isOutcomeSent));
}

function isOutcomeSent({ is }: KnownEndpointStatus): boolean {
  return is === "sent" || is === "gateway";
}

/** Returns the gateways that istiod sends to a caller in place of a machine, on any port. Empty = istiod sends the machine itself, or no endpoint. */
export function gatewaysSentToCaller(statuses: readonly EndpointStatus[]): readonly NetworkGateway[] {
  return statuses.flatMap((one) => (one.is === "gateway" ? one.gateways : []));
}

/**
 * An endpoint that callers of its own port do not get (`asked`), because istiod joins it to ports of another number that have the same name (`on`;
 * docs/istio.md#joined-endpoints).
 */
export interface SentOnOtherPort {
  readonly code: "on-other-port";
  readonly asked: number;
  /** True if the object that defines the host name has the port `asked`, under another name. */
  readonly isDefined: boolean;
  readonly on: readonly number[];
  readonly name: string;
  readonly owner: MeshServiceName;
}

/**
 * Returns, for each of `CallerService.ports`, the ports of another number that its endpoints join. Null = the endpoints join the port itself, or no
 * port.
 */
export function sentOnOtherPorts({ ports, winner }: CallerService): readonly (SentOnOtherPort | null)[] {
  return ports.map(({ port: { number, name }, joins }) => {
    const on = joins.map(({ port }) => port.number);
    if (winner === null || on.length === 0 || on.includes(number)) return null;
    const isDefined = winner.ports.some((port) => port.number === number);
    return { code: "on-other-port", asked: number, isDefined, on, name, owner: nameOf(winner.origin) };
  });
}

/** Returns the first reason why the caller gets a machine on no port. Null if the caller gets it, or if the object has no port with endpoints. */
export function notSentReason(statuses: readonly EndpointStatus[]): NotSentReason | null {
  if (isCertainlySentOnAnyPort(statuses)) return null;
  if (isSendingToCallerUncertain(statuses)) return dependsReason(statuses);
  const first = statuses.flatMap((one) => (one.is === "depends" ? one.outcomes : one)).find((one) => one.is === "not-sent");
  return first?.is === "not-sent" ? first.reason : null;
}

/**
 * The reason is the caller's address families if one outcome is a gateway of the wrong family, and all gateways of the other outcomes have IP
 * addresses.
 */
function dependsReason(statuses: readonly EndpointStatus[]): NotSentReason {
  const outcomes = statuses.flatMap((one) => (one.is === "depends" ? one.outcomes : []));
  const reasons = outcomes.flatMap((one) => (one.is === "not-sent" ? one.reason : []));
  const refused = reasons.find((reason) => reason.code === "gateway-of-other-family");
  const isNamed = gatewaysSentToCaller(outcomes).some(({ address }) => addressFamily(address) === null);
  return refused === undefined || isNamed ? { code: "depends-on-gateways" } : { code: "depends-on-families", network: refused.network };
}

/** Returns the port of a machine for each of `CallerService.ports`. Pods of a Service have their own rule (`portForServicePod`). */
export function endpointPorts(
  { origin, ports }: Pick<CallerService, "origin" | "ports">,
  machine: Pick<StoredWorkload, "address" | "ports">,
): readonly EndpointPort[] {
  const all: readonly EndpointPort[] =
    origin.kind === "Service" ? origin.ports.map((port) => portForService(port, machine)) : origin.ports.map((port) => portForServiceEntry(port, machine));
  return ports.flatMap(({ index }) => all[index] ?? []);
}

/** Returns the world with only the objects that define the host name. `origin` is included as passed in, even if its kind is not visible. */
function claimants(origin: MeshService, host: string, world: SelectionWorld): SelectionWorld {
  const services = world.services.filter((one) => serviceHostName(one.name, one.namespace, world.mesh.domain) === host);
  const serviceEntries = world.serviceEntries.filter(({ hosts }) => hosts.includes(host));
  if (origin.kind === "Service") return { ...world, serviceEntries, services: withOrigin(services, origin) };
  return { ...world, services, serviceEntries: withOrigin(serviceEntries, origin) };
}

function withOrigin<S extends MeshService>(all: readonly S[], origin: S): readonly S[] {
  return all.includes(origin) ? all : [...all.filter((one) => !isSameService(one, origin)), origin];
}

/** Returns true if both arguments are the same Kubernetes object, possibly in two versions. */
export function isSameService(one: MeshService, other: MeshService): boolean {
  return one === other || (one.kind === other.kind && one.namespace === other.namespace && one.name === other.name);
}

function nameOf({ kind, namespace, name }: MeshService): MeshServiceName {
  return { kind, namespace, name };
}

function joinsByNumber(origin: MeshService, winner: HostNameDefinition): boolean {
  return winner.discovery !== "EDS" && origin.kind === "ServiceEntry";
}

function joinablePorts(
  { owned, rule, subset, caller }: { readonly owned: HostNameDefinition; readonly caller: Caller } & Pick<DefinitionPortWithRule, "rule" | "subset">,
  world: SelectionWorld,
): readonly JoinedPort[] {
  if (owned.discovery === "ALIAS" || owned.discovery === "DYNAMIC_DNS") return [];
  const listed = owned.ports.filter(({ protocol }) => !isUdp(protocol));
  return listed.map((one) => {
    const policy = trafficPolicyFor(rule, subset, one.number);
    const hasList = owned.discovery !== "ORIGINAL_DST" && policy?.balancer?.simple !== "PASSTHROUGH";
    return {
      ...{ definition: owned, rule, port: one, subset, hasList },
      views: gatewayCases(owned.discovery, caller, world.mesh),
      setting: localitySettingOf(owned, policy, world.mesh),
      sendsUnhealthy: sendsUnhealthy(owned, policy, world),
    };
  });
}

function joinsOf(port: MeshService["ports"][number], origin: MeshService, definitionPorts: readonly JoinedPort[]): readonly JoinedPort[] {
  const held = { portName: port.name, portNumber: origin.kind === "ServiceEntry" ? port.number : null };
  return definitionPorts.filter((one) => isEndpointOfPort(held, one));
}

function firstOfEachPort(host: string, namespace: string, world: SelectionWorld): ReadonlyMap<number, StoredEndpoint> {
  const first = new Map<number, StoredEndpoint>();
  for (const held of storedEndpoints(host, namespace, world).endpoints) {
    const number = held.portNumber ?? 0;
    if (!first.has(number)) first.set(number, held);
  }
  return first;
}

function heldEndpoint(
  origin: MeshService,
  port: PortOfEndpoint["port"],
  machine: StoredWorkload,
  end: Extract<EndpointPort, { readonly rule: unknown }>,
): Omit<StoredEndpoint, "health"> {
  const portNumber = origin.kind === "ServiceEntry" && machine.kind !== "address" ? port.number : null;
  return {
    ...{ copies: 1, machine, origin, portName: port.name, portNumber, port: end.port, rule: end.rule },
    address: addressKind(machine.address) === "socket" ? socketPath(machine.address) : machine.address,
  };
}

function statusOf(service: CallerService, join: JoinedPort, held: StoredEndpoint): EndpointStatus {
  const { caller, world, onlyOne, origin } = service;
  if (!join.hasList) {
    const by = join.definition.origin;
    return notSent({ code: "no-list", owner: isSameService(by, origin) ? null : nameOf(by) });
  }
  const by = onlyOne?.get(held.portNumber ?? 0);
  const isRoundRobin = origin.kind === "ServiceEntry" && origin.resolution === "DNS_ROUND_ROBIN" && held.machine.kind !== "address";
  const isIt = by !== undefined && isSameService(by.origin, origin) && by.machine.kind === held.machine.kind && by.machine.name === held.machine.name;
  if (isRoundRobin && by !== undefined && !isIt) return notSent({ code: "round-robin-taken", by: by.machine.name });
  const reason = leftOutReason(held, join, { caller, world, sendsUnhealthy: join.sendsUnhealthy });
  if (reason === "other-port") return notSent({ code: "port-not-served" });
  if (reason !== null) return notSent(reason);
  const unmarked = missingMarkCause(held, { rule: join.rule, subset: join.subset, port: join.port.number }, world);
  return inEveryView(join.views, (view) => {
    const path = endpointPath({ address: held.address, port: held.port, unmarked }, held.machine.network, view);
    if (path !== "direct" && "not" in path) return notSent(path.not);
    const { locality } = held.machine;
    if (isLeftOutByDistribution(locality, caller.locality, join.setting)) return notSent({ code: "locality-left-out", locality });
    return path === "direct" ? { is: "sent" } : { is: "gateway", gateways: path.by };
  });
}

/** Returns the status that all views share, otherwise `depends` with each outcome once. */
function inEveryView(views: readonly GatewayCase[], statusIn: (view: GatewayCase) => KnownEndpointStatus): EndpointStatus {
  const outcomes = new Map<string, KnownEndpointStatus>();
  for (const view of views) {
    const status = statusIn(view);
    const key = JSON.stringify(status);
    if (!outcomes.has(key)) outcomes.set(key, status);
  }
  const [first, ...others] = outcomes.values();
  if (first === undefined) return notSent({ code: "port-not-served" });
  const isOneOf = others.length > 0 && [first, ...others].some(isOutcomeSent);
  return isOneOf ? { is: "depends", outcomes: [first, ...others] } : first;
}

/**
 * Returns true if the caller gets an empty address with the port of the endpoint. The effect on the caller's proxy is not known
 * (docs/istio.md#empty-address).
 */
export function isEmptyAddressSent(address: string, statuses: readonly EndpointStatus[]): boolean {
  return address === "" && statuses.some((one) => (one.is === "depends" ? one.outcomes.some(({ is }) => is === "sent") : one.is === "sent"));
}

const RANKS = ["sent", "gateway", "depends", "not-sent"] as const;

function best(statuses: readonly EndpointStatus[]): EndpointStatus {
  const sorted = [...statuses].sort((a, b) => RANKS.indexOf(a.is) - RANKS.indexOf(b.is));
  return sorted[0] ?? notSent({ code: "port-not-served" });
}

function notSent(reason: NotSentReason): KnownEndpointStatus {
  return { is: "not-sent", reason };
}

function isUdp(protocol: string): boolean {
  return protocol.toUpperCase() === "UDP";
}
