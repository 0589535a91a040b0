import type { GatewayService } from "@/lib/domain/mesh/network-gateways";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { MeshService } from "@/lib/domain/selection/objects";
import {
  clusterNetwork,
  hostKey,
  isHealthy,
  keyOf,
  machines,
  type NaiveRule,
  type NaiveWorld,
  objectOf,
  ownLabels,
  placeOf,
  selecting,
  settingsOf,
  takes,
} from "./facts";
import { type Entry, hasGateway, isBehind, networks, type Way, waysOf } from "./gateways";
import { portsOf, winnerAtGateway } from "./owners";
import { isKeptWithoutPlace } from "./places";
import { isMarkedAt, isPlainByPolicy } from "./traffic";

const withoutGateway: NaiveRule = (world) =>
  networks(world).filter((network) => {
    const isAlone = networks(world).length === 1 && clusterNetwork("", world) === network;
    return network !== "" && !hasGateway(network, world) && !isAlone;
  });

const ofNobody: NaiveRule = (world) => {
  const { gateways } = world.world;
  const services = gateways.kind === "denied" ? [] : gateways.value;
  return services.filter((one) => one.network !== "" && ((one.tlsPort ?? one.tunnelPort) === null || one.addresses.length === 0)).map(() => "");
};

/** Istiod filters by network first and by `distribute` later. So `distribute` takes away endpoints that passed the first filter. */
const isKept = ({ name, owner, number }: Way, entry: Entry, world: NaiveWorld) => isKeptWithoutPlace(name, owner, number, placeOf(entry, world), world);

/** Istiod has an endpoint of it. The owner of a host name decides if a draining one is sent. */
const isOffered = (host: MeshService, entry: Entry, world: NaiveWorld) => takes(host, entry, world) && isHealthy(entry) && entry.address + entry.network !== "";

/** The machine has no mark, or callers get a gateway for it and send plain text. */
function isBlocked(host: MeshService, entry: Entry, world: NaiveWorld): boolean {
  const isPlain = (way: Way) => isPlainByPolicy(way.owner, way.name, way.number, world) && isKept(way, entry, world);
  const isLost = (way: Way) => !isMarkedAt(way.owner, way.name, way, entry, world) || isPlain(way);
  return isBehind(entry.network, world) && isOffered(host, entry, world) && waysOf(host, entry, world).some(isLost);
}

/** The owner of the host name is outside the mesh, and callers elsewhere could get the machine through a gateway only (measured). */
function isOutside(host: MeshService, entry: Entry, world: NaiveWorld): boolean {
  const isExternal = ({ owner }: Way) => owner.kind === "ServiceEntry" && owner.isExternal;
  const isLeft = (way: Way) => isMarkedAt(way.owner, way.name, way, entry, world) && !isKept(way, entry, world);
  return isBehind(entry.network, world) && isOffered(host, entry, world) && waysOf(host, entry, world).some((way) => isExternal(way) && !isLeft(way));
}

/** Labels of the gateway's Pods, as far as its Service shows them, do not contradict the selector of an Istio Gateway. So it may configure them. */
function mayConfigure(selector: LabelSet, service: GatewayService): boolean {
  const known = objectOf(service.selector);
  return selector.every(([key, value]) => known[key] === undefined || known[key] === value);
}

/** Servers that the gateway has, or may have, list the host name. A star stands for what is before the rest; a namespace before it plays no part (measured). */
function mayList(name: string, service: GatewayService, world: NaiveWorld): boolean {
  const servers = world.gateways.filter(({ selector }) => mayConfigure(selector, service)).flatMap((one) => one.servers);
  const passing = servers.filter(({ tlsMode, port }) => tlsMode === "AUTO_PASSTHROUGH" && service.serverPorts.includes(port));
  const patterns = passing.flatMap(({ hosts }) => hosts).map((written) => written.slice(written.indexOf("/") + 1));
  return patterns.some((pattern) => (pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : name === pattern));
}

/**
 * A gateway routes to the service that its own namespace gets under the host name, on the ports of that one (measured). A Service without a selector can
 * lead out of the cluster, to a gateway that is not known.
 */
function mayPass({ name, owner, number }: Way, service: GatewayService, world: NaiveWorld): boolean {
  if (service.selector.length === 0) return true;
  const there = winnerAtGateway(name, service.namespace, world);
  if (there === undefined || there.namespace !== owner.namespace || (there.kind === "ServiceEntry" && there.isExternal)) return false;
  const ports = portsOf(name, there, service.namespace, world).filter(({ protocol }) => protocol !== "UDP");
  return mayList(name, service, world) && ports.some((port) => port.number === number);
}

/** The gateways that istiod sends for a network. Each is the Services that share its address and port; none if no Service shows it. */
function gatewaysTo(network: string, world: NaiveWorld): readonly (readonly GatewayService[])[] {
  const { gateways } = world.world;
  const services = gateways.kind === "denied" ? [] : gateways.value;
  const used = settingsOf(world).gateways.filter((one) => one.network === network && one.port > 0);
  return used.map(({ address, port }) => services.filter((one) => one.tlsPort === port && one.addresses.includes(address)));
}

/** Callers get a gateway for one of the object's machines, and one of the network's gateways drops the calls for sure. */
function isStopped(host: MeshService, world: NaiveWorld): boolean {
  const isInside = ({ owner }: Way) => owner.kind === "Service" || !owner.isExternal;
  const isDropped = (way: Way, network: string) =>
    gatewaysTo(network, world).some((services) => services.length > 0 && !services.some((one) => mayPass(way, one, world)));
  const isByGateway = (way: Way, entry: Entry) => isMarkedAt(way.owner, way.name, way, entry, world) && isKept(way, entry, world);
  return machines(host, world)
    .filter((entry) => isBehind(entry.network, world) && isOffered(host, entry, world))
    .some((entry) => waysOf(host, entry, world).some((way) => isInside(way) && isByGateway(way, entry) && isDropped(way, entry.network)));
}

export const NAIVE_NETWORKS: Readonly<Record<string, NaiveRule>> = {
  STL501: withoutGateway,
  STL502: ofNobody,
  STL503: (world) =>
    world.entries
      .filter((entry) => {
        const label = ownLabels(entry)["topology.istio.io/network"];
        return label !== undefined && label !== "" && label !== entry.network;
      })
      .map(keyOf),
  STL504: (world) => selecting(world, (entry, host) => isBlocked(host, entry, world)),
  STL505: (world) => world.hosts.filter((host) => machines(host, world).some((entry) => isOutside(host, entry, world))).map(hostKey),
  STL507: (world) => world.hosts.filter((host) => isStopped(host, world)).map(hostKey),
  STL506: (world) => world.entries.filter(({ address, network }) => address === "" && network !== "" && !hasGateway(network, world)).map(keyOf),
};
