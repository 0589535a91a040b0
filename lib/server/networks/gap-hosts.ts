import type { WireUnreachableService } from "@/lib/contract/views/networks";
import { knownValue } from "@/lib/domain/mesh/world";
import { type GatewayDropReason, type PassthroughGateway, passthroughGateways, passthroughResultOfService } from "@/lib/domain/networks/passthrough";
import { type ServiceGatewaySettings, type ServiceUnreachableReason, serviceUnreachableReasons } from "@/lib/domain/networks/unreachable-reasons";
import { compareText } from "@/lib/domain/object/compare-text";
import { addToList } from "@/lib/domain/object/multimap";
import { type CallerService, callerService } from "@/lib/domain/selection/caller-service";
import { toEngineCaller } from "@/lib/domain/selection/default-caller";
import type { HostNameDefinition } from "@/lib/domain/selection/definitions";
import { destinationRuleFor, tlsModeOfDestinationRule } from "@/lib/domain/selection/destination-rules";
import { portGatewayBlocker } from "@/lib/domain/selection/mutual-tls";
import type { KubernetesService, ServiceEntry } from "@/lib/domain/selection/objects";
import { meshWithGatewaysForDiscovery } from "@/lib/domain/selection/through-gateways";
import { BARE_SIDECAR_CALLER, type Caller, type SelectionWorld } from "@/lib/domain/selection/world";
import { isSourceVisible, type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { countsBehindGateways } from "@/lib/server/hosts/caller-counts";
import { defaultCallerFor } from "@/lib/server/hosts/default-callers";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { meshInSight, servingFacts } from "@/lib/server/hosts/mesh-of";
import { selectionWorldFor } from "@/lib/server/hosts/selection-world";
import { objectsInSight, servicesInSight } from "./gateways-in-sight";

const NOBODY: ReadonlySet<string> = new Set();

/** One host name of an object whose machines no gateway would pass, wherever they are. */
export interface Suspect {
  readonly object: HostObject;
  readonly host: string;
  /** The settings that close the gateways of every network. */
  readonly closed: ServiceGatewaySettings;
  /** Networks whose gateways drop the calls. */
  readonly dropped: ReadonlyMap<string, GatewayDropReason>;
  /** The service as a caller without a network gets it. */
  readonly service: CallerService;
}

/** Host names of a cluster whose machines no gateway passes on to, by the objects in sight. Which machines are behind one is another question. */
export function suspectHosts(fleet: FleetReader, scope: Scope, cluster: string, passing: PassingInSight): readonly Suspect[] {
  const { world } = selectionWorldFor(fleet, cluster, scope, { namespaces: NOBODY });
  const objects = fleet.hosts.all(scope).filter((object) => object.cluster === cluster && isHostInScope(object, scope));
  const defining = byHostName(objects);
  return objects.flatMap((object) =>
    [...new Set(object.hosts)].flatMap((host) => {
      const caller = toEngineCaller(defaultCallerFor(fleet, scope, cluster, { namespace: object.selector.namespace, hostName: host, object: object.selector }));
      const own = withDefiningOnly(world, defining.get(host) ?? []);
      const service = anywhere(object, host, caller, own);
      const { winner, outcome } = service;
      if (winner === null || (outcome !== "defines" && outcome !== "adds-endpoints") || !goesThroughGateways(winner, world)) return [];
      const closed = closedOf(winner, caller, world);
      const dropped = closed.closed === "external" ? new Map() : droppedBy(winner, passing, own);
      const gaps = serviceUnreachableReasons(closed, dropped.values());
      if (gaps.length === 0) return [];
      const counted = isClosed(gaps) ? anywhere(object, host, caller, { ...own, rules: [], authentications: [] }) : service;
      return [{ object, host, closed, dropped, service: counted }];
    }),
  );
}

/** Does a policy keep istiod from sending gateways for the service? Its machines are counted as they would be without policies. */
function isClosed(gaps: readonly ServiceUnreachableReason[]): boolean {
  return gaps.some(({ code }) => code === "rule" || code === "policy");
}

/**
 * The networks whose gateways all drop the calls to a service: the page lists services that callers of other networks lose as a whole. A gateway that drops them
 * beside one that passes them is a finding (STL507). If more gateways may lead there, it is not known.
 */
function droppedBy(definition: HostNameDefinition, { gateways, isComplete }: PassingInSight, world: SelectionWorld): ReadonlyMap<string, GatewayDropReason> {
  const dropped = new Map<string, GatewayDropReason>();
  if (!isComplete) return dropped;
  for (const network of new Set(gateways.map((one) => one.network))) {
    const answer = passthroughResultOfService(
      definition,
      gateways.filter((one) => one.network === network),
      world,
    );
    if (answer !== "passes" && answer !== "not-known") dropped.set(network, answer);
  }
  return dropped;
}

/** A caller in no network is sent gateways for the machines of every network that has one. */
function anywhere({ selector }: HostObject, host: string, { namespace }: Caller, world: SelectionWorld): CallerService {
  return callerService(selector, host, { ...BARE_SIDECAR_CALLER, namespace }, { ...world, sidecars: [] });
}

function byHostName(objects: readonly HostObject[]): ReadonlyMap<string, readonly HostObject[]> {
  const found = new Map<string, HostObject[]>();
  for (const object of objects) for (const host of new Set(object.hosts)) addToList(found, host, object);
  return found;
}

function withDefiningOnly(world: SelectionWorld, objects: readonly HostObject[]): SelectionWorld {
  const selectors = objects.map(({ selector }) => selector);
  return {
    ...world,
    services: selectors.filter((one): one is KubernetesService => one.kind === "Service"),
    serviceEntries: selectors.filter((one): one is ServiceEntry => one.kind === "ServiceEntry"),
  };
}

/** Callers without a list of endpoints are sent no gateway; for names that callers resolve, istiod counts other gateways (docs/istio.md#dns-gateways). */
function goesThroughGateways({ discovery }: HostNameDefinition, { mesh }: SelectionWorld): boolean {
  return (
    discovery === "EDS" || ((discovery === "STRICT_DNS" || discovery === "LOGICAL_DNS") && meshWithGatewaysForDiscovery(discovery, mesh).gateways.length > 0)
  );
}

/** The setting that closes gateways on all ports to the caller, and the TLS mode of its rule. */
function closedOf(definition: HostNameDefinition, caller: Caller, world: SelectionWorld): Pick<ServiceGatewaySettings, "closed" | "ruledMode"> {
  const rule = destinationRuleFor(definition, caller, world);
  const ports = definition.ports.filter(({ protocol }) => protocol.toUpperCase() !== "UDP");
  const closings = ports.map(({ number }) => portGatewayBlocker({ definition, rule, subset: "", port: number }, world));
  const closed = closings.includes(null) ? null : (closings[0] ?? null);
  return { closed, ruledMode: tlsModeOfDestinationRule(rule, "", ports[0]?.number ?? 0) };
}

/** The gateways of a cluster with the host names that they pass, as far as the viewer may see their objects. */
export interface PassingInSight {
  readonly gateways: readonly PassthroughGateway[];
  /** True if the viewer sees all objects that lead into networks. */
  readonly isComplete: boolean;
  /** True if the viewer sees all Istio Gateways. Without them the lists of host names are not known. */
  readonly areListsSeen: boolean;
}

export function passingInSight(fleet: FleetReader, scope: Scope, cluster: string): PassingInSight {
  const world = fleet.worldOf(cluster);
  const [services, objects] = [servicesInSight(world, scope), objectsInSight(world, scope)];
  const areListsSeen = visibleNamespacesOfSource(scope, cluster, "gateways") === "all" && fleet.sees(cluster, "gateways");
  const gateways = areListsSeen ? Array.from(fleet.tables.gateways.inCluster(cluster)).flatMap(({ parsed }) => parsed ?? []) : [];
  const used = meshInSight(world, scope).settings.gateways;
  const scopesGateways = knownValue(servingFacts(world)?.scopesGateways);
  const passing = passthroughGateways({ gateways, services: services.seen, objects: objects.seen, used, scopesGateways });
  return {
    gateways: areListsSeen ? passing : passing.map((one) => ({ ...one, isComplete: false })),
    isComplete: services.isComplete && objects.isComplete,
    areListsSeen,
  };
}

/** Of these hosts those with machines behind a gateway: most machines first. */
export function gapHosts(fleet: FleetReader, scope: Scope, suspects: readonly Suspect[], gatewayed: ReadonlySet<string>): readonly WireUnreachableService[] {
  const found = suspects.flatMap(({ object, host, closed, dropped, service }): readonly WireUnreachableService[] => {
    const { cluster, selector } = object;
    const isClosedAnywhere = serviceUnreachableReasons(closed, []).length > 0;
    const isBehind = (network: string) => gatewayed.has(network) && (isClosedAnywhere || dropped.has(network));
    const networks = behindGateways({ fleet, scope }, object, { service, isBehind });
    const machines = [...networks.values()].reduce((sum, count) => sum + count, 0);
    if (machines === 0) return [];
    const gaps = serviceUnreachableReasons(
      closed,
      [...networks.keys()].flatMap((network) => dropped.get(network) ?? []),
    );
    return [
      {
        ...{ cluster, kind: selector.kind, namespace: selector.namespace, name: selector.name, host, machines },
        networks: [...networks.keys()].sort(),
        gaps: gaps.map((gap) => ({ code: gap.code, mode: gap.code === "rule" ? gap.mode : "" })),
      },
    ];
  });
  return found.sort(
    (a, b) => b.machines - a.machines || compareText(a.cluster, b.cluster) || compareText(a.host, b.host) || compareText(a.namespace, b.namespace),
  );
}

function behindGateways(
  { fleet, scope }: { readonly fleet: FleetReader; readonly scope: Scope },
  object: HostObject,
  { service, isBehind }: { readonly service: CallerService; readonly isBehind: (network: string) => boolean },
): ReadonlyMap<string, number> {
  if (!isSourceVisible(scope, object.cluster, "workloadentries", object.selector.namespace)) return new Map();
  return new Map([...countsBehindGateways({ fleet, hosts: fleet.hosts }, object, service)].filter(([network]) => isBehind(network)));
}
