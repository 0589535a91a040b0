import { type CallerScope, callerScopeOf } from "./caller-scope";
import {
  allHostNameDefinitions,
  type DefinedPort,
  exportedNamespaces,
  type HostNameDefinition,
  preferredCallingNamespace,
  sidecarImports,
} from "./definitions";
import { destinationRuleFor } from "./destination-rules";
import { type EndpointPort, portForService, portForServiceEntry } from "./endpoint-port";
import { isHostWithin } from "./host-name";
import { acceptedTlsMode, type EndpointTls, type EndpointTlsMode, type EndpointTlsQuery, endpointTls, isTlsRefused } from "./mutual-tls";
import type { MeshService, SelectableEntry } from "./objects";
import type { Sidecar } from "./policies";
import { type LabelMap, type StoredWorkload, workloadOfEntry } from "./workload";
import { BARE_SIDECAR_CALLER, type Caller, type SelectionWorld } from "./world";

/** The outcome for one of the objects that define the same host name, for one caller (docs/istio.md#owners). */
export interface HostNameClaim {
  readonly definition: HostNameDefinition;
  readonly outcome: /** The object defines the host name for the caller. */
    | "defines"
    /** The caller gets its endpoints, although another object of its namespace defines the host name. */
    | "adds-endpoints"
    /** An object of another namespace defines the host name, and the caller does not get this object's endpoints. */
    | "other-namespace-wins"
    | "not-exported"
    /** The caller's Sidecar does not import the object. */
    | "not-imported";
  /** The object's ports whose endpoints the caller does not get, because the winner has no port of this name (if resolved by DNS: of this number). */
  readonly lostPorts: readonly DefinedPort[];
}

export interface HostNameOwnership {
  /** The definition that the caller has; null = the caller does not know the host name. */
  readonly winner: HostNameDefinition | null;
  readonly claims: readonly HostNameClaim[];
  /** False if two ServiceEntries of one namespace have equal ages, so that either can define the host name (docs/istio.md#owners). */
  readonly isDetermined: boolean;
}

/**
 * Returns the object that defines a host name for one caller, and the outcome for every object with that host name, oldest first
 * (docs/istio.md#owners).
 */
export function hostNameOwnership(host: string, caller: Caller, world: SelectionWorld, scope: CallerScope = callerScopeOf(world, caller)): HostNameOwnership {
  const winner = scope.definitions.get(host) ?? null;
  const claiming = allHostNameDefinitions(world).filter((one) => one.host === host);
  const claims = claiming.map((definition) => ({
    definition,
    outcome: outcomeOf(definition, { winner, sidecar: scope.sidecar, caller, world }),
    lostPorts: winner?.namespace === definition.namespace ? lostPorts(definition, winner) : definition.ports,
  }));
  const isTied = ({ origin, namespace, createdAt }: HostNameDefinition) =>
    winner !== null && origin.kind === "ServiceEntry" && origin !== winner.origin && namespace === winner.namespace && createdAt === winner.createdAt;
  return { winner, claims, isDetermined: winner?.origin.kind === "Service" || !claiming.some(isTied) };
}

function outcomeOf(
  definition: HostNameDefinition,
  {
    winner,
    sidecar,
    caller,
    world,
  }: { readonly winner: HostNameDefinition | null; readonly sidecar: Sidecar | null; readonly caller: Caller; readonly world: SelectionWorld },
): HostNameClaim["outcome"] {
  if (winner?.origin === definition.origin) return "defines";
  if (winner?.namespace === definition.namespace) return "adds-endpoints";
  const audience = exportedNamespaces(definition, world.mesh);
  if (audience !== "all" && !audience.includes(caller.namespace)) return "not-exported";
  if (winner === null || !isImported(definition, { sidecar, caller, world })) return "not-imported";
  return "other-namespace-wins";
}

function isImported(
  { host, namespace }: HostNameDefinition,
  { sidecar, caller, world }: { readonly sidecar: Sidecar | null; readonly caller: Caller; readonly world: SelectionWorld },
): boolean {
  if (sidecar === null || sidecar.egress.length === 0) return true;
  return sidecar.egress.some((listener) => {
    const imports = sidecarImports(listener, caller.namespace, world.mesh);
    return [imports.get(namespace), imports.get("*")].some((list) => list?.imported.some((one) => isHostWithin(host, one)));
  });
}

function lostPorts({ ports, origin }: HostNameDefinition, winner: HostNameDefinition): readonly DefinedPort[] {
  const byNumber = winner.discovery !== "EDS" && origin.kind === "ServiceEntry";
  return ports.filter((port) => !winner.ports.some(({ name, number }) => (byNumber ? number === port.number : name === port.name)));
}

/** One port of a service on one machine: its number on the machine, the rule that gives the number, and the TLS of callers. */
export interface ServicePortOnMachine {
  readonly name: string;
  readonly number: number;
  /** The `targetPort` as written; null = not set. */
  readonly target: number | string | null;
  readonly found: EndpointPort;
  /**
   * The TLS that callers in a namespace that may call send to the machine. DestinationRules of other namespaces can differ (docs/istio.md#mtls-mark).
   * Null = the machine is not an endpoint of this port.
   */
  readonly spoken: EndpointTlsMode | null;
  /**
   * The setting that decides `spoken`, and whether an east-west gateway routes to the machine. Null = the machine is not an endpoint of this port.
   */
  readonly tls: EndpointTls | null;
  /** True if the machine's sidecar refuses the callers' TLS (docs/istio.md#tls-conflicts). */
  readonly isRefused: boolean;
}

/** One port of an object, by its index. `question`: the port of the host name's definition that decides the TLS; null = the object's own port. */
export interface PortWithTlsQuery {
  readonly index: number;
  readonly question: EndpointTlsQuery | null;
}

/**
 * Returns the ports of a service on a machine that its object selects (docs/istio.md#serviceentry-ports, #service-ports, #client-tls, #mtls-mark). `ownLabels`: the
 * labels by which policies match the machine's sidecar.
 */
export function servicePortsOnMachine(
  definition: HostNameDefinition,
  entry: SelectableEntry,
  ownLabels: LabelMap,
  world: SelectionWorld,
  asked: readonly PortWithTlsQuery[] = servedPorts(definition.origin),
): readonly ServicePortOnMachine[] {
  const machine = workloadOfEntry(entry, world.mesh);
  const rule = destinationRuleFor(definition, { ...BARE_SIDECAR_CALLER, namespace: preferredCallingNamespace(definition, world.mesh) }, world);
  const all = foundPorts(definition.origin, machine);
  return asked.flatMap(({ index, question: owners }): readonly ServicePortOnMachine[] => {
    const port = all[index];
    if (port === undefined) return [];
    const { name, number, target, found } = port;
    if (found.port === null) return [{ name, number, target, found, spoken: null, tls: null, isRefused: false }];
    const question = owners ?? { definition, rule, subset: "", port: number };
    const tls = endpointTls({ machine, port: found.port }, question, world);
    const taken = acceptedTlsMode({ namespace: entry.namespace, labels: ownLabels }, found.port, world);
    return [{ name, number, target, found, spoken: tls.sends, tls, isRefused: isTlsRefused(tls.sends, taken) }];
  });
}

/** Returns the ports of an object that have endpoints. UDP ports have none, unless they join a port of another object (`CallerService.ports`). */
function servedPorts({ ports }: MeshService): readonly PortWithTlsQuery[] {
  return ports.flatMap(({ protocol }, index) => (protocol.toUpperCase() === "UDP" ? [] : [{ index, question: null }]));
}

function foundPorts(origin: MeshService, machine: StoredWorkload): readonly Pick<ServicePortOnMachine, "name" | "number" | "target" | "found">[] {
  if (origin.kind === "Service") return origin.ports.map((port) => ({ ...port, found: portForService(port, machine) }));
  return origin.ports.map((port) => ({ ...port, found: portForServiceEntry(port, machine) }));
}
