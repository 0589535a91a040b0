import { hasBehaviourAssumingNewest, possibleMeshVariants } from "@/lib/domain/mesh/istiod-behaviours";
import type { DiscoveryType } from "./definitions";
import { addressFamily } from "./ip-address";
import { type LeftOutReason, type LeftOutWorkload, type SentEndpoint, type SentLocalityGroup, totalWeight } from "./sent-endpoints";
import { CLUSTER_LABEL, MUTUAL_TLS_MODE, NETWORK_LABEL, type StoredWorkload } from "./workload";
import type { Caller, MeshSettings, NetworkGateway } from "./world";

const MOST_WEIGHT = 2 ** 32 - 1;

/**
 * The path of a caller to an endpoint: direct, or through gateways that the caller gets in place of the endpoint (`by`). `not`: the reason why the
 * caller does not get it.
 */
export type EndpointPath = "direct" | { readonly by: readonly NetworkGateway[] } | { readonly not: LeftOutReason };

/**
 * Replaces endpoints in other networks with the gateways of these networks, if the mesh has gateways (docs/istio.md#gateway-path, #gateway-weights).
 */
export function throughGateways(
  groups: readonly SentLocalityGroup[],
  caller: Caller,
  mesh: MeshSettings,
): { readonly groups: readonly SentLocalityGroup[]; readonly leftOut: readonly LeftOutWorkload[] } {
  if (mesh.gateways.length === 0) return { groups, leftOut: [] };
  const factor = gatewayWeightFactor(mesh.gateways);
  const leftOut: LeftOutWorkload[] = [];
  const replaced = groups.map((group) => {
    const direct: SentEndpoint[] = [];
    const shares = new Map<NetworkGateway, { weight: number; machines: StoredWorkload[] }>();
    for (const endpoint of group.endpoints) {
      if (endpoint.stands.for !== "machine") continue;
      const { machine } = endpoint.stands.held;
      const reached = pathThroughGateways(endpoint, machine.network, { caller, mesh });
      if (reached === "direct") direct.push({ ...endpoint, weight: scaled(endpoint.weight, factor) });
      else if ("not" in reached) leftOut.push({ machine, reason: reached.not });
      else
        for (const gateway of reached.by)
          addShare(shares, gateway, { machine, weight: Math.floor(scaled(endpoint.weight, factor) / reached.by.length) * endpoint.copies });
    }
    const endpoints = [...direct, ...gatewayEndpoints(shares)];
    return { ...group, endpoints, weight: totalWeight(endpoints) };
  });
  return { groups: replaced, leftOut };
}

/**
 * Returns the mesh with the gateways that istiod uses for a service. For DNS services istiod has a second list: the gateways of `meshNetworks`, and those of
 * Services only with `gatewaysServeDns` (docs/istio.md#dns-gateways; measured). If that is not known, this is the mesh without them. `gatewayCases` has both.
 */
export function meshWithGatewaysForDiscovery(discovery: DiscoveryType, mesh: MeshSettings): MeshSettings {
  if (discovery === "EDS" || mesh.gatewaysServeDns || mesh.gateways.every(isOfMeshNetworks)) return mesh;
  return { ...mesh, gateways: mesh.gateways.filter(isOfMeshNetworks) };
}

/** One possible outcome: a mesh with one list of gateways, and a caller with address families that decide which gateways it gets. */
export interface GatewayCase {
  readonly mesh: MeshSettings;
  readonly caller: Caller;
}

/**
 * Returns each possible combination of gateway list and caller families for a service. The API does not show whether istiod's list for DNS services
 * has the gateways of Services. It also does not show the address families of some callers, and sometimes the version. In the list for DNS services,
 * a gateway with a host name serves only callers with two families (docs/istio.md#dns-gateways).
 */
export function gatewayCases(discovery: DiscoveryType, caller: Caller, mesh: MeshSettings): readonly GatewayCase[] {
  const isForcing = caller.network === "" && mesh.gateways.length > 0;
  const versions = isForcing ? possibleMeshVariants(["sendsGatewayWithoutOwnNetwork"], mesh) : [mesh];
  return versions.flatMap((version) => viewsOf(discovery, caller, version));
}

function viewsOf(discovery: DiscoveryType, caller: Caller, mesh: MeshSettings): readonly GatewayCase[] {
  const usual = meshWithGatewaysForDiscovery(discovery, mesh);
  const meshes = mesh.gatewaysServeDns === null && usual !== mesh ? [usual, mesh] : [usual];
  return meshes.flatMap((one) => {
    if (caller.families !== null) return [{ mesh: one, caller }];
    return supposedFamilies(discovery, one).map((families) => ({ mesh: one, caller: { ...caller, families } }));
  });
}

/**
 * Returns the possible address families of a caller whose families are not known, if they decide about a gateway. A caller with one family has IPv4,
 * unless a gateway has an IPv6 address.
 */
function supposedFamilies(discovery: DiscoveryType, { gateways }: MeshSettings): readonly Caller["families"][] {
  const families = new Set(gateways.map(({ address }) => addressFamily(address)));
  if (families.has(6)) return [[4], [6], [4, 6]];
  return discovery !== "EDS" && families.has(null) ? [[4], [4, 6]] : [null];
}

/** Returns true if callers of different address families get different gateways. */
export function gatewaysDependOnIpFamily(caller: Caller, { gateways }: MeshSettings): boolean {
  return caller.families === null && gateways.some(({ address }) => addressFamily(address) === 6);
}

/** Returns true if the gateway is from `meshNetworks`, not from a Service. */
function isOfMeshNetworks({ cluster }: Pick<NetworkGateway, "cluster">): boolean {
  return cluster === "";
}

/**
 * Returns the path of a caller to one endpoint, in a mesh with the gateways of its service (docs/istio.md#gateway-path, #empty-address). `network`:
 * the network of the endpoint's machine.
 */
export function endpointPath(
  endpoint: Pick<SentEndpoint, "address" | "port" | "unmarked">,
  network: string,
  { caller, mesh }: { readonly caller: Caller; readonly mesh: MeshSettings },
): EndpointPath {
  return mesh.gateways.length === 0 ? "direct" : pathThroughGateways(endpoint, network, { caller, mesh });
}

function pathThroughGateways(
  endpoint: Pick<SentEndpoint, "address" | "port" | "unmarked">,
  network: string,
  { caller, mesh }: { readonly caller: Caller; readonly mesh: MeshSettings },
): EndpointPath {
  const gateways = usableGatewaysOfNetwork(network, mesh);
  const reachable = gateways.filter(({ address }) => isOfFamily(address, caller));
  const isSameNetwork = network === "" || caller.network === "" || network === caller.network;
  if (mesh.ambientMultiNetwork && !isSameNetwork && reachable.length === 0) return { not: { code: "network-without-gateway", network } };
  const isForced = caller.network === "" && network !== "" && gateways.length > 0 && hasBehaviourAssumingNewest("sendsGatewayWithoutOwnNetwork", mesh);
  if (!isForced && (isSameNetwork || gateways.length === 0)) {
    // istiod keeps a direct endpoint only if it has a host, and a socket has none (pilot/pkg/xds/endpoints/ep_filters.go; measured).
    if (endpoint.address === "") return { not: { code: "no-address", network } };
    return endpoint.port === 0 ? { not: { code: "socket-beside-gateways" } } : "direct";
  }
  if (reachable.length === 0) return { not: { code: "gateway-of-other-family", network } };
  return endpoint.unmarked === null ? { by: reachable } : { not: { code: "not-marked-for-gateway", network, because: endpoint.unmarked } };
}

/**
 * Returns the gateways of a network: those from the mesh's own cluster, otherwise all. Gateways without a port for mutual TLS are left out, since
 * sidecars cannot use them.
 */
export function usableGatewaysOfNetwork<G extends NetworkGateway>(
  network: string,
  { gateways, clusterId }: { readonly gateways: readonly G[]; readonly clusterId: string },
): readonly G[] {
  const all = gateways.filter((one) => one.network === network);
  const own = all.filter(({ cluster }) => cluster === clusterId);
  return (own.length > 0 ? own : all).filter(({ port }) => port !== 0);
}

function isOfFamily(address: string, { families }: Caller): boolean {
  if (families === null || families.length !== 1) return true;
  return addressFamily(address) === families[0];
}

/** Returns the least common multiple of the counts of gateways per network, and per network and cluster (docs/istio.md#gateway-weights). */
export function gatewayWeightFactor(gateways: readonly NetworkGateway[]): number {
  const counts = new Map<string, number>();
  for (const { network, cluster } of gateways) {
    for (const key of [JSON.stringify([network]), JSON.stringify([network, cluster])]) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()].reduce(leastCommonMultiple, 1);
}

/** Multiplies a weight. A result above the 32-bit maximum becomes the maximum. */
function scaled(weight: number, factor: number): number {
  return weight < Math.floor(MOST_WEIGHT / factor) ? weight * factor : MOST_WEIGHT;
}

function leastCommonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return (a * b) / x;
}

function addShare(
  shares: Map<NetworkGateway, { weight: number; machines: StoredWorkload[] }>,
  gateway: NetworkGateway,
  { machine, weight }: { readonly machine: StoredWorkload; readonly weight: number },
): void {
  const share = shares.get(gateway) ?? { weight: 0, machines: [] };
  share.weight += weight;
  share.machines.push(machine);
  shares.set(gateway, share);
}

/**
 * Returns one endpoint for each gateway, sorted by address and port. A gateway does not have the health of its machines, and always gets mutual TLS
 * (docs/istio.md#gateway-weights).
 */
function gatewayEndpoints(
  shares: ReadonlyMap<NetworkGateway, { readonly weight: number; readonly machines: readonly StoredWorkload[] }>,
): readonly SentEndpoint[] {
  const ordered = [...shares].sort(([a], [b]) => (a.address === b.address ? a.port - b.port : a.address < b.address ? -1 : 1));
  return ordered.map(([gateway, { weight, machines }]) => ({
    address: gateway.address,
    port: gateway.port,
    health: "UNKNOWN",
    weight: weight || 1,
    copies: 1,
    mark: MUTUAL_TLS_MODE,
    unmarked: null,
    labels: new Map([...labelPair(CLUSTER_LABEL, gateway.cluster), ...labelPair(NETWORK_LABEL, gateway.network)]),
    stands: { for: "gateway", gateway, machines },
  }));
}

function labelPair(key: string, value: string): readonly (readonly [string, string])[] {
  return value === "" ? [] : [[key, value]];
}
