import type { NetworksQuery } from "@/lib/contract/url/networks-query";
import type { NetworkRow, WireNetworkPath, WireUnreachableCounts } from "@/lib/contract/views/networks";
import { isKnownToIstiod } from "@/lib/domain/networks/known-gateway";
import { ambientPath, type NetworkPath, pathToUnaddressedMachines, sidecarPath } from "@/lib/domain/networks/path";
import { podNetworkOf } from "@/lib/domain/networks/pod-network";
import {
  type NetworkGatewayPresence,
  REASONS_BEHIND_GATEWAYS,
  UNREACHABLE_REASONS,
  type UnreachableReason,
  unreachableReasonsWithoutGateway,
} from "@/lib/domain/networks/unreachable-reasons";
import { compareText } from "@/lib/domain/object/compare-text";
import { isInScope, isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { inhabitedNamespaces } from "@/lib/server/fleet/inhabited-namespaces";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import { inhabitedPlaces, namespaceKey } from "@/lib/server/hosts/inhabited-places";
import { type MachineNetworks, type NetworkCount, noMachines } from "./machine-networks";
import type { SeenMesh } from "./mesh-networks";

/** Of one network so many gateways are named in its line. */
const GATEWAYS_TOLD = 3;

/** A network of a cluster as a viewer sees it. */
export interface SeenNetwork {
  readonly mesh: SeenMesh;
  readonly network: string;
  readonly count: NetworkCount;
  readonly pods: number;
  readonly way: NetworkPath;
  /** Are callers of other networks sent to its gateways? Null = not known. */
  readonly hasGateway: boolean | null;
  /**
   * The gateways of the mesh where none leads into this network. In ambient mode other gateways change nothing: entries are sent as they are
   * (docs/istio.md#ambient).
   */
  readonly otherGateways: Exclude<NetworkGatewayPresence, "in-network">;
}

/** What the networks of a fleet are read from, by whom. */
export interface NetworksAsked {
  readonly fleet: FleetReader;
  readonly scope: Scope;
  readonly query: NetworksQuery;
  readonly machines: MachineNetworks;
}

/** The networks of one cluster that machines, Pods, gateways or `meshNetworks` name, as far as they are in sight, by name. */
export function networksOf(mesh: SeenMesh, asked: NetworksAsked): readonly SeenNetwork[] {
  const counts = countsIn(mesh.cluster, asked);
  const pods = podsIn(mesh, asked);
  const named = [...counts.keys(), ...pods.keys(), ...mesh.gateways.map(({ network }) => network), ...mesh.networks.map(({ name }) => name)];
  const wayTo = asked.query.mode === "ambient" ? ambientPath : sidecarPath;
  const from = callersOf(mesh, asked.query);
  const otherGateways = asked.query.mode !== "ambient" && mesh.gateways.some(isKnownToIstiod) ? "elsewhere" : "nowhere";
  const seen = (network: string) => ({ count: counts.get(network) ?? noMachines(), pods: pods.get(network) ?? 0 });
  const wayOf = (network: string) => {
    const way = wayTo({ from, to: network }, mesh);
    return isUnaddressed(seen(network)) ? pathToUnaddressedMachines(way) : way;
  };
  return [...new Set(named)].sort().map((network) => ({
    ...{ mesh, network, otherGateways },
    ...seen(network),
    way: wayOf(network),
    // As seen from elsewhere, whoever is chosen: callers of no network are outside of every one.
    hasGateway: hasGatewayBy(wayTo({ from: "", to: network }, mesh), network),
  }));
}

/** True if there are machines and no Pods, and no machine has an address. */
function isUnaddressed({ count: { machines, gaps }, pods }: Pick<SeenNetwork, "count" | "pods">): boolean {
  const missing = [...gaps.values()].filter((found) => found.includes("no-address") || found.includes("no-address-here"));
  return machines > 0 && pods === 0 && missing.length === machines;
}

function hasGatewayBy({ kind }: NetworkPath, network: string): boolean | null {
  return kind === "not-known" ? null : network !== "" && kind === "gateways";
}

/** The network that callers are in: the chosen one, else that of the cluster's Pods; null = not known. */
export function callersOf({ told, ownNetwork }: SeenMesh, { from }: NetworksQuery): string | null {
  return from ?? (told.isOwnKnown ? ownNetwork : null);
}

function countsIn(cluster: string, { scope, query, machines }: NetworksAsked): ReadonlyMap<string, NetworkCount> {
  const sums = new Map<string, NetworkCount>();
  for (const [place, networks] of machines.all()) {
    if (place.cluster !== cluster || !isInScope(scope, cluster, "workloadentries", place.namespace) || !pickedPlace(query, cluster, place.namespace)) continue;
    for (const [network, count] of networks) sums.set(network, sum(sums.get(network) ?? noMachines(), count));
  }
  return sums;
}

function sum(a: NetworkCount, b: NetworkCount): NetworkCount {
  for (const [at, count] of b.counts.entries()) a.counts[at] = (a.counts[at] ?? 0) + count;
  for (const [entry, gaps] of b.gaps) a.gaps.set(entry, gaps);
  a.machines += b.machines;
  a.unvouched += b.unvouched;
  a.serving += b.serving;
  a.doubted += b.doubted;
  return a;
}

/** The visible namespaces of machines in which a service selects. The Pods of these are always watched, those of others only while a page needs them. */
export function podNamespaces({ fleet, scope, query }: NetworksAsked, cluster: string): readonly string[] {
  const inhabited = inhabitedPlaces(fleet, scope);
  return inhabitedNamespaces(fleet, cluster).filter(
    (namespace) =>
      inhabited.has(namespaceKey(cluster, namespace)) &&
      isInScope(scope, cluster, "workloadentries", namespace) &&
      pickedPlace(query, cluster, namespace) &&
      fleet.hosts.candidates(cluster, namespace).some((host) => isHostInScope(host, scope)),
  );
}

/** Visible Pods by network. */
function podsIn(mesh: SeenMesh, asked: NetworksAsked): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const { cluster } = mesh;
  for (const namespace of podNamespaces(asked, cluster)) {
    if (!isSourceVisible(asked.scope, cluster, "workload-pods", namespace)) continue;
    for (const pod of asked.fleet.tables["workload-pods"].inNamespace(cluster, namespace)) {
      const network = podNetworkOf(pod, mesh);
      found.set(network, (found.get(network) ?? 0) + 1);
    }
  }
  return found;
}

/** The line of a network. `podsSeen` false: Pods of some namespace are not, and those that are would look like all. */
export function networkRow({ mesh, network, count, pods, way, hasGateway, otherGateways }: SeenNetwork, podsSeen: boolean): NetworkRow {
  const gateways = way.kind === "gateways" ? way.gateways.map(({ address, port, tunnelPort }) => `${address}:${port ?? tunnelPort ?? ""}`) : [];
  return {
    ...{ id: `${mesh.cluster}/${network}`, cluster: mesh.cluster, network },
    ...{ machines: count.machines, counts: codedCounts(count.counts), unvouched: count.unvouched, serving: count.serving, doubted: count.doubted },
    // Where nobody knows which network Pods without a label are in, they are in none of those that are counted here.
    pods: podsSeen && mesh.told.isOwnKnown ? pods : null,
    isConfigured: mesh.networks.some(({ name }) => name === network),
    gateways: gateways.slice(0, GATEWAYS_TOLD),
    moreGateways: Math.max(0, gateways.length - GATEWAYS_TOLD),
    way: wireWay(way),
    gaps: gapCounts(gapsOf({ count, hasGateway, otherGateways }).values()),
  };
}

/** The gaps of a network's machines. If its gateways are not known, the gaps that are certain. */
export function gapsOf({ count, hasGateway, otherGateways }: Pick<SeenNetwork, "count" | "hasGateway" | "otherGateways">): NetworkCount["gaps"] {
  if (hasGateway === true) return count.gaps;
  const certain = (gaps: readonly UnreachableReason[]) => gaps.filter((gap) => !REASONS_BEHIND_GATEWAYS.includes(gap));
  const found = hasGateway === null ? certain : (gaps: readonly UnreachableReason[]) => unreachableReasonsWithoutGateway(gaps, otherGateways);
  const all = [...count.gaps].map(([entry, gaps]) => [entry, found(gaps)] as const);
  return new Map(all.filter(([, gaps]) => gaps.length > 0));
}

/** How many machines have each gap. */
export function gapCounts(all: Iterable<readonly UnreachableReason[]>): WireUnreachableCounts {
  const found = Object.fromEntries(UNREACHABLE_REASONS.map((gap) => [gap, 0])) as Record<UnreachableReason, number>;
  for (const gaps of all) for (const gap of gaps) found[gap]++;
  return found;
}

/** A way as it is told. */
function wireWay(way: NetworkPath): WireNetworkPath {
  return { kind: way.kind, because: way.kind === "gateways" ? "gateway" : way.because, isAssumed: "isAssumed" in way && way.isAssumed };
}

/** Those with trouble first, then those with most machines; machines without a network last. */
export function byTrouble(a: NetworkRow, b: NetworkRow): number {
  return rankOf(a) - rankOf(b) || b.machines - a.machines || compareText(a.cluster, b.cluster) || compareText(a.network, b.network);
}

const RANKS: Readonly<Record<NetworkPath["kind"], number>> = { "left-out": 0, unverified: 1, "not-known": 2, gateways: 3, direct: 3 };

function rankOf({ network, machines, way }: NetworkRow): number {
  if (network === "") return 5;
  return machines === 0 ? 4 : RANKS[way.kind];
}
