import { hasBehaviourAssumingNewest } from "@/lib/domain/mesh/istiod-behaviours";
import { compareText } from "@/lib/domain/object/compare-text";
import {
  addDefinition,
  allHostNameDefinitions,
  compareByAge,
  definitionInNamespace,
  definitionWithImportedPorts,
  exportedNamespaces,
  type HostNameDefinition,
  type ImportSearch,
  type ImportsByNamespace,
  isVisibleTo,
  sidecarImports,
} from "./definitions";
import { fullHostName, hostsOverlap, isHostWithin } from "./host-name";
import type { Egress, Sidecar, VirtualService } from "./policies";
import { isReadByRevision, missingLabels, withDerivedLabels } from "./workload";
import type { Caller, MeshSettings, SelectionWorld } from "./world";

/** The services that a caller knows, by host name, each with one definition. `sidecar`: the Sidecar that limits them; null = no Sidecar does. */
export interface CallerScope {
  readonly definitions: ReadonlyMap<string, HostNameDefinition>;
  readonly sidecar: Sidecar | null;
}

const EVERYTHING: Egress = { port: null, protocol: "", hosts: ["*/*"] };

/**
 * Returns the services that a caller knows, with one definition for each host name: exported to its namespace, and imported by its Sidecar
 * (docs/istio.md#exportto, #sidecars). A Pod outside the mesh knows none.
 */
export function callerScopeOf(world: SelectionWorld, caller: Caller, definitions: readonly HostNameDefinition[] = allHostNameDefinitions(world)): CallerScope {
  if (caller.kind === "outside") return { definitions: new Map(), sidecar: null };
  const sidecar = caller.kind === "gateway" ? null : sidecarOf(world, caller);
  const listeners = sidecar === null || sidecar.egress.length === 0 ? [EVERYTHING] : sidecar.egress;
  const scope = new Map<string, HostNameDefinition>();
  for (const listener of listeners) {
    const imports = sidecarImports(listener, caller.namespace, world.mesh);
    for (const definition of selected(listener, imports, { world, caller, definitions })) addDefinition(scope, definition);
    if (caller.kind === "gateway") continue;
    for (const definition of importedByRoutes(listener, imports, { world, caller, definitions })) addDefinition(scope, definition);
  }
  return { definitions: scope, sidecar };
}

/**
 * Returns the Sidecar that configures a caller. The oldest Sidecar of the caller's namespace counts: first among those whose selector matches the
 * caller, then among those without a selector. If there is none, that of the root namespace is returned. Null = no Sidecar (docs/istio.md#sidecars).
 */
export function sidecarOf({ sidecars, mesh }: SelectionWorld, caller: Caller): Sidecar | null {
  const labels = withDerivedLabels(caller.labels, caller, mesh);
  const isHere = (namespace: string) => namespace === caller.namespace || namespace === mesh.rootNamespace;
  const ours = sidecars.filter((one) => isHere(one.namespace) && isReadByRevision(one.labels, mesh)).sort(compareByAge);
  const here = ours.filter(({ namespace }) => namespace === caller.namespace);
  const selecting = here.find(({ callers }) => callers !== null && missingLabels(callers, labels).length === 0);
  return selecting ?? here.find(({ callers }) => callers === null) ?? ours.find((one) => one.namespace === mesh.rootNamespace && one.callers === null) ?? null;
}

/**
 * Returns the definitions that a listener imports: those of one namespace for each host name. A sidecar prefers its own namespace, then a namespace
 * with a Kubernetes Service, then the first. A gateway does not prefer its own namespace (docs/istio.md#owners).
 */
function selected(listener: Egress, imports: ImportsByNamespace, search: ImportSearch): readonly HostNameDefinition[] {
  const own = search.caller.kind === "gateway" ? null : search.caller.namespace;
  const imported = candidatesOf(imports, search).flatMap((definition) => {
    const lists = [imports.get(definition.namespace), imports.get("*")];
    if (lists.some((list) => list?.excluded.some((host) => isHostWithin(definition.host, host)))) return [];
    if (!lists.some((list) => list?.imported.some((host) => isHostWithin(definition.host, host)))) return [];
    const trimmed = definitionWithImportedPorts(definition, listener);
    return trimmed === null ? [] : [trimmed];
  });
  const winners = new Map<string, HostNameDefinition>();
  for (const definition of imported) {
    const best = winners.get(definition.host);
    const prefersKind = best?.origin.kind !== "Service" && definition.origin.kind === "Service";
    if (best === undefined || definition.namespace === own) winners.set(definition.host, definition);
    else if (prefersKind && best.namespace !== own) winners.set(definition.host, definition);
  }
  return imported.filter((definition) => winners.get(definition.host)?.namespace === definition.namespace);
}

/**
 * Returns the definitions that a listener may import. Those that are exported to the namespace by name come before those that are exported to all;
 * each part is sorted oldest first. A listener with exact host names gets one definition for each host name and namespace.
 */
function candidatesOf(imports: ImportsByNamespace, { world, caller, definitions }: ImportSearch): readonly HostNameDefinition[] {
  const isExact = [...imports].every(([namespace, { imported }]) => namespace !== "*" && imported.every((host) => !host.startsWith("*")));
  if (isExact) {
    const named = [...imports].flatMap(([namespace, { imported }]) =>
      [...new Set(imported)].map((host) => definitionInNamespace(definitions, host, namespace)),
    );
    return definitions.filter((one) => named.includes(one) && isVisibleTo(one, caller.namespace, world.mesh));
  }
  const audiences = new Map(definitions.map((one) => [one, exportedNamespaces(one, world.mesh)]));
  const byName = definitions.filter((one) => audiences.get(one) !== "all" && audiences.get(one)?.includes(caller.namespace));
  return [...byName, ...definitions.filter((one) => audiences.get(one) === "all")];
}

/**
 * Returns the definitions that a listener gets without importing them, because a VirtualService of the mesh that it imports sends to them. For each
 * host name, the definition of the caller's namespace counts, otherwise that of a visible Kubernetes Service, otherwise the oldest visible one
 * (`sidecar.go` collectImportedServices). Before 1.30, without a definition in the caller's namespace, the visible definition of the first namespace
 * by name counts.
 */
function importedByRoutes(listener: Egress, imports: ImportsByNamespace, search: ImportSearch): readonly HostNameDefinition[] {
  return routesOf(imports, search).flatMap((route) => {
    const ports = destinationPorts(route, search);
    return [...ports].flatMap(([host, numbers]) => {
      const definition = bestDefinition(host, search);
      if (definition === null) return [];
      const trimmed = listener.port === null ? forPorts(definition, numbers) : definitionWithImportedPorts(definition, listener);
      return trimmed === null ? [] : [trimmed];
    });
  });
}

function routesOf(imports: ImportsByNamespace, { world, caller }: ImportSearch): readonly VirtualService[] {
  const { mesh } = world;
  return world.virtualServices
    .filter((route) => isForSidecarsOf(route, caller.namespace, mesh))
    .sort(compareByAge)
    .filter((route) => {
      const lists = [imports.get(route.namespace), imports.get("*")];
      const hosts = route.hosts.map((host) => fullHostName(host, route.namespace, mesh.domain));
      return hosts.some(
        (host) =>
          lists.some((list) => list?.imported.some((one) => hostsOverlap(host, one))) &&
          !lists.some((list) => list?.excluded.some((one) => isHostWithin(host, one))),
      );
    });
}

/** Returns true if istiod sends the VirtualService to sidecars of a namespace, as far as the object itself decides. */
function isForSidecarsOf(route: VirtualService, namespace: string, mesh: Pick<MeshSettings, "revision">): boolean {
  const isOfMesh = route.gateways.length === 0 || route.gateways.includes("mesh");
  return isOfMesh && isReadByRevision(route.labels, mesh) && isExported(route, namespace);
}

function isExported({ exportTo, namespace }: VirtualService, caller: string): boolean {
  return exportTo.length === 0 || exportTo.includes("*") || (exportTo.includes(".") && namespace === caller) || exportTo.includes(caller);
}

/** Returns the ports of each host name to which a VirtualService sends requests of the caller; 0 = all ports. */
function destinationPorts(route: VirtualService, { world, caller }: ImportSearch): ReadonlyMap<string, readonly number[]> {
  const byHost = new Map<string, number[]>();
  for (const { host, port, sources } of route.destinations) {
    if (sources.length > 0 && !sources.includes(caller.namespace)) continue;
    const full = fullHostName(host, route.namespace, world.mesh.domain);
    byHost.set(full, [...(byHost.get(full) ?? []), port ?? 0]);
  }
  return byHost;
}

function bestDefinition(host: string, { world, caller, definitions }: ImportSearch): HostNameDefinition | null {
  const own = definitionInNamespace(definitions, host, caller.namespace);
  if (own !== undefined) return own;
  const namespaces = new Set(definitions.filter((one) => one.host === host).map(({ namespace }) => namespace));
  const known = [...namespaces].flatMap((namespace) => definitionInNamespace(definitions, host, namespace) ?? []);
  const visible = definitions.filter((one) => known.includes(one) && isVisibleTo(one, caller.namespace, world.mesh));
  if (!hasBehaviourAssumingNewest("routesToBestOwner", world.mesh)) return [...visible].sort((a, b) => compareText(a.namespace, b.namespace))[0] ?? null;
  return visible.find(({ origin }) => origin.kind === "Service") ?? visible[0] ?? null;
}

function forPorts(definition: HostNameDefinition, numbers: readonly number[]): HostNameDefinition | null {
  if (numbers.length === 0 || numbers.includes(0)) return definition;
  const ports = definition.ports.filter(({ number }) => numbers.includes(number));
  if (ports.length === definition.ports.length) return definition;
  return ports.length === 0 ? null : { ...definition, ports };
}

/**
 * A VirtualService that names a host name. `isFor`: the VirtualService routes requests for the host name. `subsets`: the subsets of the host name to
 * which it sends requests; "" = the host name without a subset.
 */
export interface VirtualServiceNamingHost {
  readonly route: VirtualService;
  readonly isFor: boolean;
  readonly subsets: readonly string[];
}

/** Returns the VirtualServices that name a host name, as the requested host or as a destination, by namespace and name (docs/istio.md#virtualservices). */
export function virtualServicesNamingHost(host: string, routes: readonly VirtualService[], domain: string): readonly VirtualServiceNamingHost[] {
  return routes
    .map((route) => {
      const to = route.destinations.filter((one) => fullHostName(one.host, route.namespace, domain) === host);
      const isFor = route.hosts.some((one) => hostsOverlap(fullHostName(one, route.namespace, domain), host));
      return { route, isFor, subsets: [...new Set(to.map(({ subset }) => subset))].sort() };
    })
    .filter(({ isFor, subsets }) => isFor || subsets.length > 0)
    .sort((a, b) => (keyOf(a.route) < keyOf(b.route) ? -1 : 1));
}

/**
 * A subset of a host name to which a VirtualService sends requests. `share`: the part of the requests of one route that goes to the subset, 0 to 1;
 * with several routes, the largest.
 */
export interface RoutedSubset {
  readonly route: VirtualService;
  readonly subset: string;
  readonly share: number;
}

/** Returns the subsets of a host name to which VirtualServices send requests of sidecars in a namespace. Destinations with a share of 0 are left out. */
export function subsetsWithRequests(
  host: string,
  namespace: string,
  { virtualServices, mesh }: Pick<SelectionWorld, "virtualServices" | "mesh">,
): readonly RoutedSubset[] {
  return virtualServices
    .filter((route) => isForSidecarsOf(route, namespace, mesh))
    .flatMap((route) => {
      const to = route.destinations.filter(
        (one) =>
          one.subset !== "" &&
          (one.share ?? 0) > 0 &&
          (one.sources.length === 0 || one.sources.includes(namespace)) &&
          fullHostName(one.host, route.namespace, mesh.domain) === host,
      );
      const subsets = [...new Set(to.map(({ subset }) => subset))].sort();
      return subsets.map((subset) => ({ route, subset, share: Math.max(...to.filter((one) => one.subset === subset).map(({ share = 0 }) => share)) }));
    })
    .sort((a, b) => compareText(keyOf(a.route), keyOf(b.route)));
}

function keyOf({ namespace, name }: VirtualService): string {
  return `${namespace}/${name}`;
}
