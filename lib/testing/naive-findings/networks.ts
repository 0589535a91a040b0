import type { Selector } from "@/lib/domain/selection/objects";
import { ends, hostKey, isSent, keyOf, machines, type NaiveRule, type NaiveWorld, namesOf, ownLabels, selecting, settingsOf } from "./facts";
import { isMarked, isPlainByPolicy, isShutByRule } from "./traffic";

const hasGateway = (network: string, world: NaiveWorld) => settingsOf(world).gateways.some((one) => one.network === network && one.port > 0);
const networks = (world: NaiveWorld) => [...new Set(world.entries.map(({ network }) => network))];

/** Somebody elsewhere has to go through its gateway. */
function isBehind(network: string, world: NaiveWorld): boolean {
  if (network === "" || !hasGateway(network, world)) return false;
  return settingsOf(world).podNetwork !== network || networks(world).some((one) => one !== "" && one !== network);
}

const withoutGateway: NaiveRule = (world) =>
  networks(world).filter((network) => {
    const isAlone = networks(world).length === 1 && settingsOf(world).podNetwork === network;
    return network !== "" && !hasGateway(network, world) && !isAlone;
  });

const ofNobody: NaiveRule = (world) => {
  const { gateways } = world.world;
  const services = gateways.kind === "denied" ? [] : gateways.value;
  return services.filter((one) => one.network !== "" && ((one.tlsPort ?? one.tunnelPort) === null || one.addresses.length === 0)).map(() => "");
};

function isBlocked(host: Selector, entry: NaiveWorld["entries"][number], world: NaiveWorld): boolean {
  const isList = host.kind === "Service" || host.resolution === "STATIC";
  const unmarked = (name: string) =>
    host.ports.some(
      (port, at) =>
        port.protocol !== "UDP" && ends(host, at, entry) !== null && (!isMarked(host, name, at, entry, world) || isPlainByPolicy(host, name, at, world)),
    );
  return isList && isSent(host, entry, world) && namesOf(host).some(unmarked);
}

/** Does a server of a Gateway list the host? A star stands for what is before the rest. */
function isPassed(name: string, world: NaiveWorld): boolean {
  const listed = world.gateways.flatMap(({ servers }) => servers.filter(({ tlsMode }) => tlsMode === "AUTO_PASSTHROUGH").flatMap(({ hosts }) => hosts));
  const patterns = listed.map((written) => written.slice(written.indexOf("/") + 1));
  return patterns.some((pattern) => (pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : name === pattern));
}

function isKept(host: Selector, world: NaiveWorld): boolean {
  const isList = host.kind === "Service" ? !host.isHeadless && host.type !== "ExternalName" : host.resolution === "STATIC" && !host.isExternal;
  const isRead =
    host.kind === "Service" || [undefined, settingsOf(world).revision].includes(ownLabels({ specLabels: [], metadataLabels: host.labels })["istio.io/rev"]);
  return isList && isRead && namesOf(host).some((name) => !isPassed(name, world) && !isShutByRule(host, name, world));
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
  STL504: (world) => selecting(world, (entry, host) => isBehind(entry.network, world) && isBlocked(host, entry, world)),
  STL505: (world) =>
    world.hosts
      .filter((host) => host.kind === "ServiceEntry" && host.isExternal && host.selector !== null && host.resolution === "STATIC")
      .filter((host) => machines(host, world).some(({ network }) => isBehind(network, world)))
      .map(hostKey),
  STL507: (world) => world.hosts.filter((host) => isKept(host, world) && machines(host, world).some(({ network }) => isBehind(network, world))).map(hostKey),
  STL506: (world) => world.entries.filter(({ address, network }) => address === "" && network !== "" && !hasGateway(network, world)).map(keyOf),
};
