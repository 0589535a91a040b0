import { hasBehaviourAssumingNewest, type IstiodVersions } from "@/lib/domain/mesh/istiod-behaviours";
import { compareText } from "@/lib/domain/object/compare-text";
import type { LabelSet } from "@/lib/domain/object/label-set";
import { serviceHostName } from "./host-name";
import type { KubernetesService, MeshService, ServiceEntry, TrafficDistribution } from "./objects";
import type { Egress } from "./policies";
import { isReadByRevision } from "./workload";
import type { Caller, MeshSettings, SelectionWorld } from "./world";

/** The discovery type by which callers get the endpoints of a service (docs/istio.md#resolution). */
export type DiscoveryType = "EDS" | "STRICT_DNS" | "LOGICAL_DNS" | "ORIGINAL_DST" | "ALIAS" | "DYNAMIC_DNS";

export interface DefinedPort {
  readonly name: string;
  readonly number: number;
  readonly protocol: string;
}

/** One host name as one Service or ServiceEntry defines it. istiod's source calls this a service. */
export interface HostNameDefinition {
  readonly host: string;
  readonly namespace: string;
  readonly origin: MeshService;
  readonly createdAt: number;
  readonly ports: readonly DefinedPort[];
  readonly discovery: DiscoveryType;
  readonly isExternal: boolean;
  readonly isNodeLocal: boolean;
  readonly distribution: TrafficDistribution;
  readonly selector: LabelSet;
}

/**
 * Returns the definition of each host name in each Service and ServiceEntry that istiod reads, oldest first (docs/istio.md#owners). Equal ages are
 * sorted by name of the Service or host name, then by namespace.
 */
export function allHostNameDefinitions(world: SelectionWorld): readonly HostNameDefinition[] {
  const { mesh } = world;
  const all = [
    ...world.services.map((service) => definitionOfService(service, mesh)),
    ...world.serviceEntries.filter(({ labels }) => isReadByRevision(labels, mesh)).flatMap((entry) => definitionsOfEntry(entry, mesh)),
  ];
  return all.sort((a, b) => a.createdAt - b.createdAt || compareText(nameOf(a), nameOf(b)) || compareText(a.namespace, b.namespace));
}

function definitionOfService(service: KubernetesService, mesh: MeshSettings): HostNameDefinition {
  const isAlias = service.type === "ExternalName" && service.externalName !== "";
  return {
    host: serviceHostName(service.name, service.namespace, mesh.domain),
    namespace: service.namespace,
    origin: service,
    createdAt: service.createdAt ?? 0,
    ports: service.ports,
    discovery: isAlias ? "ALIAS" : service.isHeadless ? "ORIGINAL_DST" : "EDS",
    isExternal: isAlias,
    isNodeLocal: service.isNodeLocal,
    distribution: service.distribution ?? mesh.namespaceDistributions.get(service.namespace) ?? "any",
    selector: service.selector,
  };
}

const DISCOVERY: Readonly<Record<ServiceEntry["resolution"], DiscoveryType>> = {
  NONE: "ORIGINAL_DST",
  STATIC: "EDS",
  DNS: "STRICT_DNS",
  DNS_ROUND_ROBIN: "LOGICAL_DNS",
  DYNAMIC_DNS: "DYNAMIC_DNS",
};

function definitionsOfEntry(entry: ServiceEntry, mesh: MeshSettings): readonly HostNameDefinition[] {
  return entry.hosts.map((host) => ({
    host,
    namespace: entry.namespace,
    origin: entry,
    createdAt: entry.createdAt ?? 0,
    ports: entry.ports,
    discovery: DISCOVERY[entry.resolution],
    isExternal: entry.isExternal,
    isNodeLocal: false,
    distribution: entry.distribution ?? mesh.namespaceDistributions.get(entry.namespace) ?? "any",
    selector: entry.selector ?? [],
  }));
}

function nameOf({ origin, host }: HostNameDefinition): string {
  return origin.kind === "Service" ? origin.name : host;
}

/** Returns the definition that counts for a host name in a namespace: its Kubernetes Service, otherwise its oldest ServiceEntry. */
export function definitionInNamespace(definitions: readonly HostNameDefinition[], host: string, namespace: string): HostNameDefinition | undefined {
  const ours = definitions.filter((one) => one.host === host && one.namespace === namespace);
  return ours.find(({ origin }) => origin.kind === "Service") ?? ours[0];
}

/**
 * Adds a definition to the caller's `scope`. Each host name keeps its first definition, to which a later definition may add ports
 * (docs/istio.md#merged-ports, #joined-endpoints).
 */
export function addDefinition(scope: Map<string, HostNameDefinition>, definition: HostNameDefinition): void {
  const existing = scope.get(definition.host);
  if (existing === undefined) scope.set(definition.host, definition);
  else if (existing !== definition) scope.set(definition.host, merged(existing, definition));
}

function merged(existing: HostNameDefinition, later: HostNameDefinition): HostNameDefinition {
  const [isOurs, isTheirs] = [existing.origin.kind === "Service", later.origin.kind === "Service"];
  if (isOurs !== isTheirs) return isOurs ? existing : later;
  if (samePorts(existing.ports, later.ports) || !addsPorts(existing, later)) return existing;
  const added = later.ports.filter(({ number }) => !existing.ports.some((port) => port.number === number));
  return { ...existing, ports: [...existing.ports, ...added] };
}

/**
 * A later definition adds ports only if it has the same namespace, resolution, labels, selector and exportTo (docs/istio.md#merged-ports,
 * #joined-endpoints).
 */
function addsPorts(existing: HostNameDefinition, later: HostNameDefinition): boolean {
  return (
    existing.namespace === later.namespace &&
    existing.discovery === later.discovery &&
    samePairs(existing.origin.labels, later.origin.labels) &&
    samePairs(existing.selector, later.selector) &&
    areSameNameSets(existing.origin.exportTo, later.origin.exportTo)
  );
}

function samePorts(ours: readonly DefinedPort[], theirs: readonly DefinedPort[]): boolean {
  return ours.length === theirs.length && ours.every((port, at) => isSamePort(port, theirs[at]));
}

function isSamePort(port: DefinedPort, other: DefinedPort | undefined): boolean {
  return other !== undefined && port.name === other.name && port.number === other.number && port.protocol === other.protocol;
}

function samePairs(ours: LabelSet, theirs: LabelSet): boolean {
  const values = new Map(theirs);
  return new Map(ours).size === values.size && ours.every(([key, value]) => values.get(key) === value);
}

/** Returns true if both lists have the same names, in any order. */
export function areSameNameSets(ours: readonly string[], theirs: readonly string[]): boolean {
  return new Set(ours).size === new Set(theirs).size && ours.every((name) => theirs.includes(name));
}

/** The host names that an egress listener imports from one namespace, and the host names that it excludes. */
interface Imports {
  readonly imported: readonly string[];
  readonly excluded: readonly string[];
}
export type ImportsByNamespace = ReadonlyMap<string, Imports>;

/** Compares two objects for sorting oldest first. Equal ages are sorted by name, then by namespace. */
export function compareByAge(a: { readonly createdAt: number | null; readonly name: string; readonly namespace: string }, b: typeof a): number {
  return (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.namespace < b.namespace ? -1 : 1);
}

/**
 * Returns the imports of an egress listener by namespace, from its hosts `namespace/host`. `.` is the caller's own namespace, and `~namespace/host`
 * excludes a host. istiod versions without `~` read it as part of a namespace name, which does not exist.
 */
export function sidecarImports({ hosts }: Egress, callerNamespace: string, mesh: IstiodVersions): ImportsByNamespace {
  const excludes = hasBehaviourAssumingNewest("excludesHosts", mesh);
  const byNamespace = new Map<string, { imported: string[]; excluded: string[] }>();
  for (const written of hosts) {
    const [place = "", host, ...more] = written.split("/");
    if (host === undefined || more.length > 0) continue;
    const isExcluded = place.startsWith("~");
    if (isExcluded && !excludes) continue;
    const bare = isExcluded ? place.slice(1) || "*" : place;
    const namespace = bare === "." ? callerNamespace : bare;
    const list = byNamespace.get(namespace) ?? { imported: [], excluded: [] };
    byNamespace.set(namespace, list);
    list[isExcluded ? "excluded" : "imported"].push(host);
  }
  return byNamespace;
}

export interface ImportSearch {
  readonly world: SelectionWorld;
  readonly caller: Caller;
  readonly definitions: readonly HostNameDefinition[];
}

/**
 * Returns the definition with the ports that an egress listener imports. A listener with a port imports only that port, unless its protocol is
 * HTTP_PROXY. Null = the definition has no such port.
 */
export function definitionWithImportedPorts(definition: HostNameDefinition, { port, protocol }: Egress): HostNameDefinition | null {
  if (port === null || port === 0 || protocol.toUpperCase() === "HTTP_PROXY") return definition;
  const ports = definition.ports.filter(({ number }) => number === port);
  if (ports.length === 0) return null;
  return definition.ports.length === 1 ? definition : { ...definition, ports: ports.slice(0, 1) };
}

/** The namespaces that may call a service: "all", or a list of names; empty = no namespace (docs/istio.md#exportto). */
export type CallingNamespaces = "all" | readonly string[];

/** The settings that decide the namespaces that may call a service. */
export type ExportSettings = Pick<MeshSettings, "serviceExportTo" | "istioVersion" | "otherVersions" | "supposed">;

/**
 * Returns the namespaces that may call a service by its `exportTo`. Any `*` exports to all, otherwise any `~` hides the service from all, and `.` is
 * the service's own namespace. An empty `exportTo` means the mesh's default.
 */
export function exportedNamespaces(definition: Pick<HostNameDefinition, "namespace" | "origin">, mesh: ExportSettings): CallingNamespaces {
  const written = exportToOf(definition, mesh);
  if (written.includes("*")) return "all";
  if (written.includes("~")) return [];
  return [...new Set(written.map((one) => (one === "." ? definition.namespace : one)))];
}

/**
 * Returns true if a namespace may call the service. Unlike `exportedNamespaces`, a named namespace counts also next to `~`: istiod does so when it looks up
 * one definition by name.
 */
export function isVisibleTo(definition: Pick<HostNameDefinition, "namespace" | "origin">, namespace: string, mesh: ExportSettings): boolean {
  const written = exportToOf(definition, mesh);
  return written.includes("*") || (written.includes(".") && definition.namespace === namespace) || written.includes(namespace);
}

/**
 * Returns one namespace that may call a service: the service's own, otherwise the first that `exportTo` names, otherwise the service's own. Rules
 * without a viewer use it as the namespace of the default caller. A Sidecar there can still hide the service.
 */
export function preferredCallingNamespace(definition: Pick<HostNameDefinition, "namespace" | "origin">, mesh: ExportSettings): string {
  const audience = exportedNamespaces(definition, mesh);
  const { namespace } = definition;
  return audience === "all" || audience.includes(namespace) ? namespace : ([...audience].sort()[0] ?? namespace);
}

/** Before 1.30.3, a mesh default that contains `.` means `.` alone, and a default without `.` and `*` exports nothing. */
function exportToOf({ origin }: Pick<HostNameDefinition, "origin">, mesh: ExportSettings): readonly string[] {
  const { serviceExportTo } = mesh;
  if (origin.exportTo.length > 0) return origin.exportTo;
  if (serviceExportTo.length === 0) return ["*"];
  if (hasBehaviourAssumingNewest("countsNamedDefaultExports", mesh)) return serviceExportTo;
  return serviceExportTo.includes(".") ? ["."] : serviceExportTo.includes("*") ? ["*"] : ["~"];
}

/**
 * Returns true if some namespace may call both objects. Otherwise both may define one host name without a conflict (docs/istio.md#exportto, #owners).
 */
export function haveCommonCaller(one: MeshService, other: MeshService, mesh: ExportSettings): boolean {
  return audiencesMeet(allowedCallers(one, mesh), allowedCallers(other, mesh));
}

/** Returns the namespaces that may call the services of an object, by its `exportTo` (docs/istio.md#exportto). */
export function allowedCallers(selector: MeshService, mesh: ExportSettings): CallingNamespaces {
  return exportedNamespaces({ namespace: selector.namespace, origin: selector }, mesh);
}

function audiencesMeet(one: CallingNamespaces, other: CallingNamespaces): boolean {
  if (one === "all") return other === "all" || other.length > 0;
  return other === "all" ? one.length > 0 : one.some((namespace) => other.includes(namespace));
}
