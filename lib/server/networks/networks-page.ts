import type { NetworkRow, NetworksHead, WireGateway, WireGraph, WireNetworkPath } from "@/lib/contract/views/networks";
import { acceptsSidecars } from "@/lib/domain/networks/known-gateway";
import { networkGraph } from "@/lib/domain/networks/network-graph";
import { hasKnownHosts, UNKNOWN_HOSTS_REASONS } from "@/lib/domain/networks/passthrough";
import { isSourceVisible, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { wayMachines } from "@/lib/format/networks/way-words";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { gapHosts, type PassingInSight, passingInSight, type Suspect, suspectHosts } from "./gap-hosts";
import { addClosedByPolicy, gapMachines, removeBridgedGaps } from "./gap-machines";
import { laidOut } from "./graph-layout";
import { acrossInSight } from "./hosts-across";
import { meshNetworksFor, type SeenMesh } from "./mesh-networks";
import { byTrouble, callersOf, gapCounts, gapsOf, type NetworksAsked, networkRow, networksOf, podNamespaces, type SeenNetwork } from "./network-rows";

/** How much of each the page has at most; of the rest it has the number. */
const MOST = { drawn: 60, gateways: 200, machines: 50, hosts: 50, across: 50, named: 3 };

/** What the page of networks shows a viewer, with what is kept between two looks. */
export class NetworksPage {
  #suspects: ReadonlyMap<string, readonly Suspect[]> | null = null;

  constructor(private readonly asked: NetworksAsked) {}

  /** An object that decides what gateways pass is another. */
  objectsChanged(): void {
    this.#suspects = null;
  }

  /** The head and all rows, as they are now. */
  now(): { readonly head: NetworksHead; readonly rows: readonly NetworkRow[] } {
    const { fleet, scope, query } = this.asked;
    const clusters = fleet.clusters.filter((cluster) => scope.clusters.has(cluster) && (query.clusters.length === 0 || query.clusters.includes(cluster)));
    const meshes = clusters.map((cluster) => meshNetworksFor(fleet.worldOf(cluster), scope));
    const seen = meshes.flatMap((mesh) => networksOf(mesh, this.asked));
    for (const { cluster } of query.mode === "ambient" ? [] : meshes) {
      addClosedByPolicy(this.asked, cluster, seen);
      removeBridgedGaps(this.asked, cluster, seen);
    }
    const podsSeen = clusters.every((cluster) => arePodsSeen(this.asked, cluster));
    const rows = seen.map((one) => networkRow(one, podsSeen)).sort(byTrouble);
    const gateways = meshes.flatMap((mesh) => wireGateways(mesh, seen));
    const machines = gapMachines(fleet, seen, MOST.machines);
    const hosts = this.#gapHosts(meshes, seen);
    const across = acrossInSight(fleet, scope, query);
    const head: NetworksHead = {
      ...{ total: rows.length, matched: rows.length, named: rows.filter(({ network }) => network !== "").length },
      machines: rows.reduce((sum, row) => sum + row.machines, 0),
      unverified: summed(rows, "unverified"),
      leftOut: summed(rows, "left-out"),
      notKnown: rows.filter((row) => row.way.kind === "not-known" && isInhabited(row)).length,
      gaps: gapCounts(seen.flatMap((one) => [...gapsOf(one).values()])),
      meshes: meshes.map(({ told }) => told),
      callers: [...new Set([...rows.map(({ network }) => network), ...meshes.map(({ ownNetwork }) => ownNetwork), ""])].sort(),
      ...{ gateways: gateways.slice(0, MOST.gateways), moreGateways: Math.max(0, gateways.length - MOST.gateways) },
      usableGateways: gateways.filter(acceptsSidecars).length,
      graph: this.#drawn(meshes, seen, rows),
      ...{ gapMachines: [...machines.machines], moreGapMachines: machines.more },
      ...passedAll(clusters.map((cluster) => passingInSight(fleet, scope, cluster))),
      policiesSeen: clusters.every((cluster) => POLICIES.every((source) => isAllSeen(this.asked, cluster, source))),
      ...{ gapHosts: hosts.slice(0, MOST.hosts), moreGapHosts: Math.max(0, hosts.length - MOST.hosts) },
      ...{ across: across.slice(0, MOST.across), moreAcross: Math.max(0, across.length - MOST.across) },
      podsSeen,
    };
    return { head, rows };
  }

  #gapHosts(meshes: readonly SeenMesh[], seen: readonly SeenNetwork[]) {
    const { fleet, scope, query } = this.asked;
    this.#suspects ??= new Map(meshes.map(({ cluster }) => [cluster, suspectHosts(fleet, scope, cluster, passingInSight(fleet, scope, cluster))]));
    const suspects = this.#suspects;
    return meshes.flatMap(({ cluster }) => {
      const gatewayed = new Set(seen.filter((one) => one.mesh.cluster === cluster && one.hasGateway).map(({ network }) => network));
      const picked = (suspects.get(cluster) ?? []).filter(({ object }) => pickedPlace(query, cluster, object.selector.namespace));
      return gapHosts(fleet, scope, picked, gatewayed);
    });
  }

  /** The graph of the chosen cluster, else of that with most machines. */
  #drawn(meshes: readonly SeenMesh[], seen: readonly SeenNetwork[], rows: readonly NetworkRow[]): WireGraph | null {
    const { of } = this.asked.query;
    const sizeOf = (mesh: SeenMesh) => rows.reduce((sum, row) => sum + (row.cluster === mesh.cluster ? row.machines : 0), 0);
    const mesh = meshes.find(({ cluster }) => cluster === of) ?? [...meshes].sort((a, b) => sizeOf(b) - sizeOf(a))[0];
    if (mesh === undefined) return null;
    const from = callersOf(mesh, this.asked.query);
    const order = new Map(rows.map(({ id }, at) => [id, at]));
    const placeOf = ({ network }: SeenNetwork) => order.get(`${mesh.cluster}/${network}`) ?? 0;
    const ours = seen.filter((one) => one.mesh === mesh).sort((a, b) => placeOf(a) - placeOf(b));
    if (ours.length === 0) return null;
    const drawn = ours.slice(0, MOST.drawn);
    return { cluster: mesh.cluster, from, ...laidOut(networkGraph(from, drawn)), undrawn: ours.length - drawn.length };
  }
}

/** The policies that can close a gateway. */
const POLICIES = ["destinationrules", "peerauthentications"] as const;

function isAllSeen({ fleet, scope }: NetworksAsked, cluster: string, source: (typeof POLICIES)[number]): boolean {
  return visibleNamespacesOfSource(scope, cluster, source) === "all" && fleet.sees(cluster, source);
}

function isInhabited({ machines, pods }: NetworkRow): boolean {
  return machines > 0 || (pods ?? 0) > 0;
}

/** The host names that the gateways of each network list. Null if some lists are not visible. Also names the gateways whose lists are not known. */
function passedAll(all: readonly PassingInSight[]): Pick<NetworksHead, "passed" | "unknownGateways" | "unknownBecause"> {
  const gateways = all.flatMap((one) => one.gateways);
  const areSeen = all.length > 0 && all.every(({ areListsSeen, isComplete }) => areListsSeen && isComplete);
  if (!areSeen) return { passed: null, unknownGateways: [], unknownBecause: [] };
  const unknown = gateways.filter((one) => !hasKnownHosts(one)).map(({ namespace, name }) => `${namespace}/${name}`);
  const listed = [...new Set(gateways.map(({ network }) => network))].sort().flatMap((network) => {
    const own = gateways.filter((one) => one.network === network);
    const hosts = [...new Set(own.flatMap((one) => (one.arePodsKnown ? one.hosts : [])))].sort();
    return hosts.length > 0 || own.every(hasKnownHosts) ? [{ network, hosts }] : [];
  });
  const lacks = new Set(gateways.flatMap((one) => one.lacks));
  return { passed: listed, unknownGateways: [...new Set(unknown)].sort(), unknownBecause: UNKNOWN_HOSTS_REASONS.filter((one) => lacks.has(one)) };
}

/** The networks that are reached in one way, those with most machines first. */
function summed(rows: readonly NetworkRow[], kind: WireNetworkPath["kind"]): NetworksHead["unverified"] {
  const found = rows.filter((row) => row.way.kind === kind && isInhabited(row)).sort((a, b) => b.machines - a.machines);
  const names = [...new Set(found.map(({ network }) => network))];
  const counted = found.map(wayMachines);
  const sum = (of: "machines" | "unaddressed") => counted.reduce((total, one) => total + one[of], 0);
  return { networks: names.slice(0, MOST.named), more: Math.max(0, names.length - MOST.named), machines: sum("machines"), unaddressed: sum("unaddressed") };
}

function wireGateways(mesh: SeenMesh, seen: readonly SeenNetwork[]): readonly WireGateway[] {
  const { cluster } = mesh;
  return mesh.gateways.map((gateway, at) => ({
    ...gateway,
    ...{ cluster, id: `${cluster}/${at}/${gateway.network}/${gateway.address}` },
    machines: seen.find((one) => one.mesh === mesh && one.network === gateway.network)?.count.machines ?? 0,
  }));
}

/** Are the Pods of each of these namespaces known and in sight? */
function arePodsSeen(asked: NetworksAsked, cluster: string): boolean {
  const { fleet, scope } = asked;
  return podNamespaces(asked, cluster).every(
    (namespace) => isSourceVisible(scope, cluster, "workload-pods", namespace) && fleet.sees(cluster, "workload-pods", namespace),
  );
}
