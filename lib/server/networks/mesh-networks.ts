import type { WireMeshNetworkSettings } from "@/lib/contract/views/networks";
import { ISTIOD_SETTINGS } from "@/lib/domain/mesh/istiod-settings";
import type { MeshFacts } from "@/lib/domain/mesh/mesh-facts";
import type { KubernetesGateway } from "@/lib/domain/mesh/network-gateways";
import type { Fact, World } from "@/lib/domain/mesh/world";
import type { KnownMeshGateways } from "@/lib/domain/networks/empty-address";
import { isKnownToIstiod, knownGateways } from "@/lib/domain/networks/known-gateway";
import type { NetworkPathSettings } from "@/lib/domain/networks/path";
import { clusterNetworkOf, type PodNetworkSources } from "@/lib/domain/networks/pod-network";
import type { Scope } from "@/lib/domain/source/scope";
import { configuredNetworksFor } from "@/lib/server/hosts/default-callers";
import { meshInSight, servingFacts } from "@/lib/server/hosts/mesh-of";
import { type GatewaysInSight, objectsInSight, servicesInSight } from "./gateways-in-sight";

/** What of one cluster's mesh decides how its networks are reached, as a viewer may see it. */
export interface SeenMesh extends NetworkPathSettings, PodNetworkSources {
  readonly cluster: string;
  /** How it is told to the reader. */
  readonly told: WireMeshNetworkSettings;
}

/** Reads a world as a viewer may see it: of gateways, which are objects of namespaces, he is told of those whose namespace he may list. */
export function meshNetworksFor(world: World, scope: Scope): SeenMesh {
  const { cluster } = world;
  const facts = servingFacts(world);
  const { settings } = meshInSight(world, scope);
  const [services, objects] = [servicesInSight(world, scope), objectsOf(world, scope, facts)];
  const configured = configuredNetworksFor(world, scope);
  const networks = configured.kind === "denied" ? [] : configured.value;
  const leavesOut: Fact<boolean> = facts?.ambientMultiNetwork ?? { kind: "denied", source: "nothing is known of istiod" };
  const resolvesNames =
    facts?.resolvesGatewayNames.kind === "denied" ? true : (facts?.resolvesGatewayNames.value ?? ISTIOD_SETTINGS.resolvesGatewayNames.byDefault);
  const isComplete = services.isComplete && objects.isComplete && configured.kind !== "denied";
  const pods: PodNetworkSources = { rootNamespaceNetwork: settings.podNetwork, networks, clusterId: settings.clusterId };
  const ownNetwork = clusterNetworkOf(pods);
  return {
    ...pods,
    ...{ cluster, ownNetwork, leavesOut, isComplete },
    gateways: knownGateways({ services: services.seen, objects: objects.seen, networks, domain: settings.domain, resolvesNames }),
    told: {
      cluster,
      ownNetwork,
      isOwnKnown: ownNetwork !== "" || world.places.namespaces.kind !== "denied",
      gateways: gatewaysTold(services, objects),
      leavesOut: { kind: leavesOut.kind, value: leavesOut.kind === "denied" ? false : leavesOut.value, source: leavesOut.source },
      configured: { kind: configured.kind, source: configured.source },
    },
  };
}

/** The gateways that a viewer does not see, and the network of the callers in the cluster; null = all gateways are visible. */
export function unseenGateways(world: World, scope: Scope): { readonly source: string; readonly ownNetwork: string } | null {
  const { told, ownNetwork } = meshNetworksFor(world, scope);
  return told.gateways.isComplete ? null : { source: told.gateways.source, ownNetwork };
}

/** The gateways of a mesh that istiod uses, as far as the viewer may see them, for the reach of entries without an address. */
export function reachMeshFor(world: World, scope: Scope): KnownMeshGateways {
  const { gateways, isComplete, clusterId } = meshNetworksFor(world, scope);
  const used = gateways
    .filter(isKnownToIstiod)
    .map(({ network, address, port, found }) => ({ network, address, port: port ?? 0, cluster: found.by === "mesh-networks" ? "" : clusterId }));
  return { gateways: used, isComplete, clusterId };
}

/** Kubernetes Gateways, where istiod looks for them. */
function objectsOf(world: World, scope: Scope, facts: MeshFacts | null): Omit<GatewaysInSight<KubernetesGateway>, "isVisible"> {
  const discovers = facts?.discoversGateways;
  if (discovers === undefined || discovers.kind === "denied" || discovers.value) return objectsInSight(world, scope);
  return { seen: [], isComplete: true, source: `istiod does not look for Kubernetes Gateways: ${discovers.source}` };
}

/** What the list of gateways rests on: that of which not all are seen, where there is such a one. */
function gatewaysTold(...kinds: readonly Pick<GatewaysInSight<unknown>, "isComplete" | "source">[]): WireMeshNetworkSettings["gateways"] {
  const lacking = kinds.filter(({ isComplete }) => !isComplete);
  const told = lacking.length === 0 ? kinds : lacking;
  return { isComplete: lacking.length === 0, source: [...new Set(told.map(({ source }) => source))].join("; ") };
}
