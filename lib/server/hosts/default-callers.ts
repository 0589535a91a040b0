import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import type { Fact, World } from "@/lib/domain/mesh/world";
import { addToList } from "@/lib/domain/object/multimap";
import type { MeshServiceName } from "@/lib/domain/selection/caller-service";
import {
  type CallerLocationFacts,
  type CallerProperties,
  type CallerWithSources,
  callerNamespace,
  callerPropertiesOfPods,
  callerPropertiesWithoutPods,
} from "@/lib/domain/selection/default-caller";
import { allHostNameDefinitions } from "@/lib/domain/selection/definitions";
import { fullHostName } from "@/lib/domain/selection/host-name";
import type { KubernetesService, MeshService, ServiceEntry } from "@/lib/domain/selection/objects";
import type { VirtualService } from "@/lib/domain/selection/policies";
import type { CallerKind, SelectionWorld } from "@/lib/domain/selection/world";
import { hasNamespace, isInScope, isSourceVisible, type NamespaceScope, type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { namesInSight } from "@/lib/server/fleet/names-in-sight";
import { meshInSight, readsTopology, servingFacts } from "./mesh-of";
import { policiesOf } from "./parsed-objects";
import { ServiceVersions } from "./service-versions";

/** A service by its namespace and host name. Two objects can define it, each with its own callers (`exportTo`): `object` is the one on the page. */
export interface CalledService {
  readonly namespace: string;
  readonly hostName: string;
  readonly object?: MeshServiceName;
}

/** Scopes of a cluster whose callers are cached at once. */
const CACHED_SCOPES = 64;

const callersOfFleets = new WeakMap<FleetReader, Map<string, CallersInSight>>();

/** The default caller of a service as a viewer may know it. Cached per cluster and scope: a change evaluates only what it could change. */
export function defaultCallerFor(fleet: FleetReader, scope: Scope, cluster: string, service: CalledService, kind: CallerKind = "sidecar"): CallerWithSources {
  const ofFleet = callersOfFleets.get(fleet) ?? new Map<string, CallersInSight>();
  callersOfFleets.set(fleet, ofFleet);
  const key = JSON.stringify([cluster, scope.key]);
  const found = ofFleet.get(key) ?? new CallersInSight(fleet, cluster, scope);
  ofFleet.delete(key);
  ofFleet.set(key, found);
  for (const oldest of ofFleet.keys()) if (ofFleet.size > CACHED_SCOPES) ofFleet.delete(oldest);
  return found.callerOf(service, kind);
}

/** The data that all services of a cluster share, with the inputs it was computed from. */
interface Shared {
  readonly inputs: readonly unknown[];
  readonly facts: CallerLocationFacts;
  readonly elsewhere: CallerProperties;
  readonly world: SelectionWorld;
  readonly routesTo: ReadonlyMap<string, readonly VirtualService[]>;
  readonly namespaces: { readonly names: readonly string[]; readonly isComplete: boolean };
  readonly isDefaultExportKnown: boolean;
  readonly sidecarsIn: NamespaceScope;
}

/** The default callers of one cluster as one scope sees them. */
class CallersInSight {
  readonly #versions: ServiceVersions;
  #shared: Shared | null = null;
  #world: { readonly world: World; readonly inputs: readonly unknown[] } | null = null;
  readonly #namespaces = new Map<string, { readonly objects: readonly MeshService[]; readonly part: CallerWithSources["namespace"] }>();
  readonly #places = new Map<string, { readonly version: number; readonly parts: CallerProperties }>();

  constructor(
    private readonly fleet: FleetReader,
    private readonly cluster: string,
    private readonly scope: Scope,
  ) {
    this.#versions = ServiceVersions.of(fleet.tables);
  }

  callerOf(service: CalledService, kind: CallerKind): CallerWithSources {
    const shared = this.#current();
    const namespace = this.#namespaceOf(service, kind, shared);
    return { kind, namespace, ...this.#placeOf(namespace.value, shared) };
  }

  #current(): Shared {
    const { fleet, cluster, scope } = this;
    const sees = (["sidecars", "virtualservices"] as const).map((source) => fleet.sees(cluster, source));
    const inputs = [...this.#worldInputs(), fleet.namespacesOf(cluster), ...sees, this.#versions.policies(cluster)];
    if (this.#shared !== null && inputs.every((one, at) => one === this.#shared?.inputs[at])) return this.#shared;
    this.#namespaces.clear();
    this.#places.clear();
    this.#shared = sharedOf(fleet, cluster, scope, inputs);
    return this.#shared;
  }

  /** Equal for worlds that give the same callers. A world is another object after each change of an istiod Pod. */
  #worldInputs(): readonly unknown[] {
    const world = this.fleet.worldOf(this.cluster);
    if (this.#world?.world === world) return this.#world.inputs;
    const facts = servingFacts(world);
    const { nodes, ...place } = placeFactsOf(world, this.scope);
    const inputs = [
      JSON.stringify([place, facts?.revision, facts?.domain, facts?.rootNamespace, facts?.serviceExportTo]),
      nodes.kind === "denied" ? nodes.source : nodes,
    ];
    this.#world = { world, inputs };
    return inputs;
  }

  #namespaceOf(service: CalledService, kind: CallerKind, shared: Shared): CallerWithSources["namespace"] {
    const objects = this.#versions.defining(this.cluster, service.hostName, shared.world.mesh.domain);
    const key = JSON.stringify([kind, service.namespace, service.hostName, ...(objects.length > 1 ? [service.object?.kind, service.object?.name] : [])]);
    const cached = this.#namespaces.get(key);
    if (cached?.objects === objects) return cached.part;
    const part = this.#evaluate(service, kind, { objects, shared });
    this.#namespaces.set(key, { objects, part });
    return part;
  }

  #evaluate(
    { namespace, hostName, object }: CalledService,
    kind: CallerKind,
    { objects, shared }: { readonly objects: readonly MeshService[]; readonly shared: Shared },
  ): CallerWithSources["namespace"] {
    const isVisible = ({ kind: of, namespace: where }: MeshService) =>
      isInScope(this.scope, this.cluster, of === "Service" ? "services" : "serviceentries", where);
    const seen = objects.filter(isVisible);
    const services = seen.filter((one): one is KubernetesService => one.kind === "Service");
    const serviceEntries = seen.filter((one): one is ServiceEntry => one.kind === "ServiceEntry");
    const world = { ...shared.world, services, serviceEntries, virtualServices: shared.routesTo.get(hostName) ?? [] };
    const definitions = allHostNameDefinitions(world).filter(({ host }) => host === hostName);
    return callerNamespace({ ...shared, host: hostName, namespace, object, definitions, world }, kind);
  }

  #placeOf(namespace: string, { facts, elsewhere }: Shared): CallerProperties {
    const { fleet, cluster, scope } = this;
    const isSeen = fleet.sees(cluster, "workload-pods", namespace) && isSourceVisible(scope, cluster, "workload-pods", namespace);
    if (!isSeen) return elsewhere;
    const version = this.#versions.pods(cluster, namespace);
    const cached = this.#places.get(namespace);
    if (cached?.version === version) return cached.parts;
    const parts = callerPropertiesOfPods(fleet.tables["workload-pods"].inNamespace(cluster, namespace), facts, elsewhere);
    this.#places.set(namespace, { version, parts });
    return parts;
  }
}

function sharedOf(fleet: FleetReader, cluster: string, scope: Scope, inputs: readonly unknown[]): Shared {
  const known = fleet.worldOf(cluster);
  const mesh = meshInSight(known, scope).settings;
  const facts = placeFactsOf(known, scope);
  const sees = (source: "sidecars" | "virtualservices") => (fleet.sees(cluster, source) ? visibleNamespacesOfSource(scope, cluster, source) : []);
  const sidecarsIn = sees("sidecars");
  const sidecars = policiesOf(fleet.tables, "sidecars", cluster).filter(({ namespace }) => hasNamespace(sidecarsIn, namespace));
  const routes = policiesOf(fleet.tables, "virtualservices", cluster).filter(({ namespace }) => hasNamespace(sees("virtualservices"), namespace));
  const nothing = { entries: [], pods: [], services: [], serviceEntries: [], rules: [], authentications: [], virtualServices: [], slices: [] };
  const entriesIn = visibleNamespacesOfSource(scope, cluster, "workloadentries");
  return {
    inputs,
    facts,
    elsewhere: callerPropertiesWithoutPods(facts),
    world: { mesh, sidecars, ...nothing },
    routesTo: routesByHost(routes, mesh.domain),
    namespaces: { names: namesInSight(fleet, cluster, scope), isComplete: entriesIn === "all" && !fleet.namespacesOf(cluster).partial },
    isDefaultExportKnown: servingFacts(known)?.serviceExportTo.kind === "known",
    sidecarsIn,
  };
}

const NOTHING_KNOWN: Fact<never> = { kind: "denied", source: "nothing is known of istiod" };

/** The facts that place a workload, as far as a viewer may know them. */
function placeFactsOf(world: World, scope: Scope): CallerLocationFacts {
  const facts = servingFacts(world);
  const { nodes } = world.places;
  const istiodNamespace = facts?.istiodNamespace ?? "";
  return {
    istiodNamespace,
    podNetwork: podNetworkOf(world, istiodNamespace),
    networks: configuredNetworksFor(world, scope),
    clusterId: facts?.clusterId ?? NOTHING_KNOWN,
    nodes: visibleNamespacesOfSource(scope, world.cluster, "nodes") === "all" ? nodes : { kind: "denied", source: "Nodes are not visible to you" },
    readsTopology: readsTopology(world),
  };
}

function podNetworkOf(world: World, istiodNamespace: string): Fact<string> {
  const { namespaces } = world.places;
  if (namespaces.kind === "denied") return namespaces;
  return servingFacts(world) === null ? NOTHING_KNOWN : { ...namespaces, value: namespaces.value.get(istiodNamespace)?.network ?? "" };
}

/** `meshNetworks`, where a viewer may read the mesh's configuration. */
export function configuredNetworksFor(world: World, scope: Scope): Fact<readonly ConfiguredNetwork[]> {
  const allowed = visibleNamespacesOfSource(scope, world.cluster, "mesh-config");
  if (allowed !== "all" && allowed.length === 0) return { kind: "denied", source: "the mesh's configuration is not visible to you" };
  return servingFacts(world)?.networks ?? { kind: "denied", source: "nothing is known of the mesh's configuration" };
}

function routesByHost(routes: readonly VirtualService[], domain: string): ReadonlyMap<string, readonly VirtualService[]> {
  const byHost = new Map<string, VirtualService[]>();
  for (const route of routes) {
    for (const host of new Set(route.destinations.map(({ host: written }) => fullHostName(written, route.namespace, domain)))) {
      addToList(byHost, host, route);
    }
  }
  return byHost;
}
