import type { WireMesh } from "@/lib/contract/networks";
import type { Fact } from "@/lib/domain/fact";
import type { GatewayService } from "@/lib/domain/mesh/gateway-service";
import { ISTIOD_SETTINGS } from "@/lib/domain/mesh/istiod-settings";
import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import type { MeshFacts } from "@/lib/domain/mesh/mesh-facts";
import { knownGateways } from "@/lib/domain/networks/known-gateway";
import { clusterNetworkOf, type PodNetworkParts } from "@/lib/domain/networks/pod-network";
import type { MeshNetworks } from "@/lib/domain/networks/way";
import { inScope, namespacesOfSource, type Scope } from "@/lib/domain/scope";
import type { World } from "@/lib/domain/world";
import { meshInSight, servingFacts } from "@/lib/server/hosts/mesh-of";

/** What of one cluster's mesh decides how its networks are reached, as a viewer may see it. */
export interface SeenMesh extends MeshNetworks, PodNetworkParts {
  readonly cluster: string;
  /** How it is told to the reader. */
  readonly told: WireMesh;
}

/** Reads a world as a viewer may see it: gateways are Services, and he is told of those whose namespace he may list. */
export function meshNetworksFor(world: World, scope: Scope): SeenMesh {
  const { cluster } = world;
  const facts = servingFacts(world);
  const { settings } = meshInSight(world, scope);
  const services = servicesInSight(world, scope);
  const configured = configuredInSight(facts, cluster, scope);
  const networks = configured.kind === "denied" ? [] : configured.value;
  const leavesOut: Fact<boolean> = facts?.ambientMultiNetwork ?? { kind: "denied", source: "nothing is known of istiod" };
  const resolvesNames =
    facts?.resolvesGatewayNames.kind === "denied" ? true : (facts?.resolvesGatewayNames.value ?? ISTIOD_SETTINGS.resolvesGatewayNames.byDefault);
  const isComplete = services.isComplete && configured.kind !== "denied";
  const pods: PodNetworkParts = { rootNamespaceNetwork: settings.podNetwork, networks, clusterId: settings.clusterId };
  const ownNetwork = clusterNetworkOf(pods);
  return {
    ...pods,
    ...{ cluster, ownNetwork, leavesOut, isComplete },
    gateways: knownGateways({ services: services.seen, networks, domain: settings.domain, resolvesNames }),
    told: {
      cluster,
      ownNetwork,
      isOwnKnown: ownNetwork !== "" || world.places.namespaces.kind !== "denied",
      gateways: { isComplete: services.isComplete, source: services.source },
      leavesOut: { kind: leavesOut.kind, value: leavesOut.kind === "denied" ? false : leavesOut.value, source: leavesOut.source },
      configured: { kind: configured.kind, source: configured.source },
    },
  };
}

function servicesInSight(
  { cluster, gateways }: World,
  scope: Scope,
): { readonly seen: readonly GatewayService[]; readonly isComplete: boolean; readonly source: string } {
  const allowed = namespacesOfSource(scope, cluster, "gateway-services");
  if (allowed !== "all" && allowed.length === 0) return { seen: [], isComplete: false, source: "Services are not visible to you" };
  if (gateways.kind === "denied") return { seen: [], isComplete: false, source: gateways.source };
  const seen = gateways.value.filter(({ namespace }) => inScope(scope, cluster, "services", namespace));
  const isComplete = allowed === "all";
  return { seen, isComplete, source: isComplete ? gateways.source : `${gateways.source}, of namespaces that are visible to you` };
}

function configuredInSight(facts: MeshFacts | null, cluster: string, scope: Scope): Fact<readonly ConfiguredNetwork[]> {
  const allowed = namespacesOfSource(scope, cluster, "mesh-config");
  if (allowed !== "all" && allowed.length === 0) return { kind: "denied", source: "the mesh's configuration is not visible to you" };
  return facts?.networks ?? { kind: "denied", source: "nothing is known of the mesh's configuration" };
}
