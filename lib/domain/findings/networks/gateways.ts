import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { isNetworkBehindGateway, unlabelledPodNetwork, unseenPodNetworkSources } from "@/lib/domain/findings/caller-networks";
import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { type AnyRule, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { callerServicesOfObject, groupEquivalentMachines } from "@/lib/domain/findings/service-destinations";
import { serviceFindingObject } from "@/lib/domain/findings/service-parts";
import type { GatewayService } from "@/lib/domain/mesh/network-gateways";
import { knownValue, type World } from "@/lib/domain/mesh/world";
import {
  type EmptyAddressOutcome,
  type EntryWithoutAddress,
  emptyAddressOutcomeByCaller,
  endpointDiscoveryTypes,
  entryWithoutAddress,
} from "@/lib/domain/networks/empty-address";
import {
  type DroppingGateway,
  droppingGateways,
  type GatewayDropReason,
  type IstioGateway,
  type PassthroughGateway,
  passthroughGateways,
} from "@/lib/domain/networks/passthrough";
import { type CallerService, type EndpointStatus, gatewaysSentToCaller } from "@/lib/domain/selection/caller-service";
import type { SourceName } from "@/lib/domain/source/source";

/**
 * Returns the sources that are not visible and could show that `network` has a gateway. Nodes are one of them if a Service that leads into the
 * network has their addresses, which Stolos does not read.
 */
export function unseenGatewaySources({ gateways, networkGateways }: Pick<World, "gateways" | "networkGateways">, network = ""): readonly SourceName[] {
  const services = gateways.kind === "denied" ? [] : gateways.value;
  return [
    ...(services.some((one) => one.network === network && one.nodeAddresses === "used") ? (["nodes"] as const) : []),
    ...(gateways.kind === "denied" ? (["gateway-services"] as const) : []),
    ...(networkGateways.kind === "denied" ? (["network-gateways"] as const) : []),
  ];
}

/**
 * Machines are in a network without a gateway. Sidecars of other networks call the machines with an address directly. If istiod runs with
 * AMBIENT_ENABLE_MULTI_NETWORK and the mesh has a gateway, istiod leaves these machines out (pilot/pkg/xds/endpoints/ep_filters.go
 * EndpointsByNetworkFilter).
 */
export const networkWithoutGateway: Rule<"network"> = {
  code: "STL501",
  name: "network-without-gateway",
  subject: "network",
  severity: "note",
  needs: ["workloadentries", "gateway-services", "network-gateways", "mesh-config"],
  betterWith: ["namespaces"],
  refutedBy: (_, world) => unseenPodNetworkSources(world),
  noPatchBecause: "a gateway is an installation of its own, and networks that are routed to each other need none",
  detect: (network, world) => {
    if (network.name === "" || network.machines === 0) return [];
    const unseen = unseenGatewaySources(world.world, network.name);
    if (unseen.length > 0) return { cannotTell: unseen };
    const { gateways, ambientMultiNetwork } = world.mesh.settings;
    const own = gateways.filter((one) => one.network === network.name);
    if (own.some(({ port }) => port !== 0)) return [];
    // A mesh with one network needs no gateway.
    if (unlabelledPodNetwork(world) === network.name && world.networkNames().every((name) => name === network.name)) return [];
    const leftOut = ambientMultiNetwork && gateways.length > 0;
    const objects = [findingObject("Network", { namespace: "", name: network.name })];
    const { name, machines, unaddressed } = network;
    return [{ objects, evidence: { network: name, machines, unaddressed, leftOut, hasTunnelOnly: own.length > 0 } }];
  },
};

/**
 * A Service has the label of a network, but istiod does not use it as a gateway: the Service has no address, or none of the ports that istiod accepts
 * (15443, the port in the label `networking.istio.io/gatewayPort`, or 15008; pilot/pkg/serviceregistry/kube/controller/network.go).
 */
export const gatewayOfNobody: Rule<"mesh"> = {
  code: "STL502",
  name: "gateway-of-nobody",
  subject: "mesh",
  severity: "error",
  needs: ["gateway-services"],
  noPatchBecause: "the port needs a listener, and the address a load balancer, which come with the gateway's own installation",
  detect: (_mesh, world) => {
    const { gateways } = world.world;
    if (gateways.kind === "denied") return { cannotTell: ["gateway-services"] };
    return gateways.value.flatMap((service) => {
      const lacks = lacksOf(service);
      if (lacks === null) return [];
      const of = `${service.namespace}/${service.name}`;
      return [{ of, objects: [findingObject("Service", service)], evidence: { gateway: of, network: service.network, lacks } }];
    });
  },
};

/**
 * Returns the thing that a Service needs to be a gateway; null = it has everything. A Service of type NodePort has no address without a node selector
 * (pilot/pkg/serviceregistry/kube/controller/util.go isNodePortGatewayService).
 */
function lacksOf({ network, tlsPort, tunnelPort, addresses, nodeAddresses }: GatewayService): "port" | "address" | "node-selector" | null {
  if (network === "") return null;
  if (tlsPort === null && tunnelPort === null) return "port";
  if (addresses.length > 0 || nodeAddresses === "used") return null;
  return nodeAddresses === "possible" ? "node-selector" : "address";
}

/**
 * An entry has a network and no address, and the network has no gateway. Callers get no endpoint. In a mesh without any gateway, and perhaps from DNS
 * services, they get an empty address (docs/istio.md#dns-gateways, #empty-address; istiod's TestEmptyAddressWorkloadEntry).
 */
export const addressByGatewayOnly: Rule<"entry"> = {
  code: "STL506",
  name: "address-by-gateway-only",
  subject: "entry",
  severity: "error",
  needs: ["mesh-config"],
  needsAll: ["gateway-services", "network-gateways"],
  noPatchBecause: "the address of the machine, or of a gateway of its network, only its owner knows",
  detect: (entry, world) => {
    const missing = entryWithoutAddress(entry);
    if (missing === null || missing.network === "") return [];
    const unseen = unseenGatewaySources(world.world, entry.network);
    if (unseen.length > 0) return { cannotTell: unseen };
    if (world.mesh.settings.gateways.some(({ network, port }) => network === entry.network && port !== 0)) return [];
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { network: entry.network, callers: callersOf(entry, missing, world) } }];
  },
};

/** Returns what callers get for the entry, which is the same in every network. If not all services are visible, one of them may be a DNS service. */
function callersOf(entry: WorkloadEntry, missing: EntryWithoutAddress, world: FindingsWorld): EmptyAddressOutcome {
  const lookups = endpointDiscoveryTypes(world.hostsTaking(entry).map(({ selector }) => selector));
  const isSeen = world.sees("serviceentries", entry.namespace);
  const { gateways, clusterId } = world.mesh.settings;
  return emptyAddressOutcomeByCaller(missing, { gateways, clusterId, isComplete: true }, isSeen ? lookups : ["list", "dns"]).others;
}

/**
 * istiod sends gateways of this cluster for machines of a service, and one or all of them drop the calls. No AUTO_PASSTHROUGH server lists the host name, the service
 * is not exported to the gateway's namespace, or another object has the host name there (docs/istio.md#gateway-hosts; pilot/pkg/networking/core/gateway.go
 * builtAutoPassthroughFilterChains).
 */
export const hostNotPassed: Rule<"host"> = {
  code: "STL507",
  name: "host-not-passed",
  subject: "host",
  severity: "error",
  needs: ["workloadentries", "mesh-config"],
  needsAll: ["gateway-services", "network-gateways", "gateways", "destinationrules"],
  betterWith: ["namespaces"],
  refutedBy: (_, world) => ["services", "serviceentries", "peerauthentications", ...unseenPodNetworkSources(world)],
  noPatchBecause: "the list of hosts is the gateway's, whom others use too",
  detect: (host, world) => {
    const networks = networksBehind(host, world);
    if (networks.length === 0) return [];
    const passing = passingIn(world);
    const stopped = callerServicesOfObject(host, world).map((service) => ({ service, dropped: droppedBy(service, networks, passing) }));
    const { machines, ...behind } = behindGateways(
      stopped.filter(({ dropped }) => dropped.size > 0),
      host,
      world,
    );
    if (machines === 0) return [];
    const passed = [...new Set([...behind.dropping].flatMap(({ hosts, possibleHosts }) => [...hosts, ...possibleHosts]))].sort();
    const evidence = {
      ...{ hosts: [...behind.hosts], networks: [...behind.networks].sort(), machines, passed, because: [...behind.because].sort() },
      gateways: behind.isPartly ? [...behind.dropping].map(({ namespace, name }) => `${namespace}/${name}`).sort() : [],
      ports: behind.passesOthers ? [...behind.ports].sort((a, b) => a - b).map(String) : [],
    };
    return [{ objects: [serviceFindingObject(host)], evidence }];
  },
};

interface StoppedService {
  readonly service: CallerService;
  /** The ports that gateways drop, by network and port number. */
  readonly dropped: ReadonlyMap<string, ReadonlyMap<number, DroppedPort>>;
}

interface DroppedPort {
  readonly by: readonly DroppingGateway[];
  /** True if other gateways of the network pass the port, or may pass it. */
  readonly isPartly: boolean;
}

function droppedBy({ winner, world }: CallerService, networks: readonly string[], passing: readonly PassthroughGateway[]): StoppedService["dropped"] {
  const dropped = new Map<string, ReadonlyMap<number, DroppedPort>>();
  if (winner === null || winner.isExternal) return dropped;
  for (const network of networks) {
    const gateways = passing.filter((one) => one.network === network);
    const ports = winner.ports.flatMap((port) => {
      const by = droppingGateways(winner, gateways, world, [port]);
      return by.length === 0 ? [] : [[port.number, { by, isPartly: by.length < gateways.length }] as const];
    });
    if (ports.length > 0) dropped.set(network, new Map(ports));
  }
  return dropped;
}

interface BehindGateways {
  readonly hosts: Set<string>;
  readonly networks: Set<string>;
  readonly because: Set<GatewayDropReason>;
  readonly ports: Set<number>;
  readonly dropping: Set<PassthroughGateway>;
  /** True if other gateways of the networks pass the calls, or may pass them. */
  isPartly: boolean;
  /** True if the gateways pass other ports of these services. */
  passesOthers: boolean;
  machines: number;
}

/** Counts the object's machines for which istiod sends callers a gateway of this cluster that drops the calls. */
function behindGateways(stopped: readonly StoppedService[], host: ServiceSubject, world: FindingsWorld): BehindGateways {
  const { clusterId } = world.mesh.settings;
  const found: BehindGateways = {
    hosts: new Set(),
    networks: new Set(),
    because: new Set(),
    ports: new Set(),
    dropping: new Set(),
    isPartly: false,
    passesOthers: false,
    machines: 0,
  };
  if (stopped.length === 0) return found;
  const services = stopped.map(({ service }) => service);
  for (const { network, machines, statuses } of groupEquivalentMachines(host, services, world)) {
    let isStopped = false;
    for (const { service, dropped } of stopped) {
      for (const port of portsByGateway(service, statuses(service), clusterId)) {
        const stop = dropped.get(network)?.get(port);
        if (stop === undefined) {
          found.passesOthers = true;
          continue;
        }
        isStopped = true;
        found.hosts.add(service.host);
        for (const { gateway, because } of stop.by) {
          found.because.add(because);
          found.dropping.add(gateway);
        }
        found.isPartly ||= stop.isPartly;
        found.ports.add(port);
      }
    }
    if (!isStopped) continue;
    found.networks.add(network);
    found.machines += machines;
  }
  return found;
}

/** Returns the port numbers on which callers get a gateway of this cluster in place of a machine. */
function portsByGateway({ ports }: CallerService, statuses: readonly EndpointStatus[], clusterId: string): readonly number[] {
  return ports.flatMap(({ joins }, at) => {
    const isSent = gatewaysSentToCaller(statuses.slice(at, at + 1)).some(({ cluster }) => cluster === clusterId);
    return isSent ? joins.map(({ port }) => port.number) : [];
  });
}

const lastPassing = new WeakMap<readonly IstioGateway[], { readonly world: FindingsWorld["world"]; readonly passing: readonly PassthroughGateway[] }>();

/** Returns the gateways of the cluster with the host names that they pass. All services share the cached result until an object changes. */
function passingIn(findings: FindingsWorld): readonly PassthroughGateway[] {
  const [gateways, world] = [findings.istioGateways(), findings.world];
  const last = lastPassing.get(gateways);
  if (last?.world === world) return last.passing;
  const services = world.gateways.kind === "denied" ? [] : world.gateways.value;
  const objects = world.networkGateways.kind === "denied" ? [] : world.networkGateways.value;
  const { gateways: used, revision } = findings.mesh.settings;
  const scopesGateways = knownValue(world.meshes.get(revision)?.scopesGateways);
  const passing = passthroughGateways({ gateways, services, objects, used, scopesGateways });
  lastPassing.set(gateways, { world, passing });
  return passing;
}

/**
 * Returns the networks of the service's machines that have a gateway Service in this cluster. The host names that a gateway elsewhere passes are not
 * visible here.
 */
function networksBehind(host: ServiceSubject, world: FindingsWorld): readonly string[] {
  return world.networksOf(host).flatMap(({ name, machines }) => (machines > 0 && isOwnGateway(name, world) ? [name] : []));
}

function isOwnGateway(network: string, world: FindingsWorld): boolean {
  const { gateways, clusterId } = world.mesh.settings;
  return isNetworkBehindGateway(network, world) && gateways.some((one) => one.network === network && one.cluster === clusterId && one.port !== 0);
}

/** Rules about network gateways. */
export const NETWORK_GATEWAY_RULES: readonly AnyRule[] = [networkWithoutGateway, gatewayOfNobody, addressByGatewayOnly, hostNotPassed];
