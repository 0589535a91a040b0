import type { PartialMeshConfig } from "@/lib/domain/mesh/mesh-config";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import { type GatewayService, type KubernetesGateway, NO_GATEWAY_API } from "@/lib/domain/mesh/network-gateways";
import type { World } from "@/lib/domain/mesh/world";
import { aWorld } from "./entries";

/** An east-west gateway of a network, as istiod reads it from its Service. */
export const aGatewayService = (network: string, change: Partial<GatewayService> = {}): GatewayService => ({
  ...{ namespace: "istio-system", name: `gw-${network}`, network, addresses: ["203.0.113.10"], tlsPort: 15_443, tunnelPort: null, isEastWest: true },
  ...{ selector: [["istio", "eastwestgateway"]], serverPorts: [15_443] },
  ...change,
});

/** A Gateway of the Kubernetes Gateway API with one listener, which passes every service. */
export const aKubernetesGateway = (change: Partial<KubernetesGateway> = {}): KubernetesGateway => ({
  ...{ namespace: "istio-system", name: "eastwest", network: "vpc-3", addresses: ["192.0.2.1"], listeners: [{ port: 15_443, isTunnel: false }] },
  ...{ passing: [{ port: 15_443, host: "*" }], className: "istio", services: ["eastwest-istio"], allowsListenerSets: false },
  ...change,
});

/** A mesh with these gateways, whose Pods are in vpc-1. `told`: its mesh config; `settings`: the environment of istiod. */
export function meshWorld(
  gateways: readonly GatewayService[],
  told: PartialMeshConfig = {},
  settings: Record<string, string> = {},
  objects: World["networkGateways"] = NO_GATEWAY_API,
): World {
  const pods = [{ revision: "default", version: "1.31.0", settings }];
  const meshes = meshFactsByRevision({ namespace: "istio-system", pods, deployments: [], configOf: () => ({ kind: "read", told }) }, []);
  const namespaces = {
    kind: "known",
    value: new Map([["istio-system", { network: "vpc-1", distribution: null, revision: "" }]]),
    source: "namespaces",
  } as const;
  const world = aWorld();
  return {
    ...world,
    meshes,
    gateways: { kind: "known", value: gateways, source: "Services" },
    networkGateways: objects,
    places: { ...world.places, namespaces },
  };
}

/** A world with one revision for each version of istiod, the first in "default". Null = its image shows no version. Empty list = no istiod is visible. */
export function worldOfVersions(versions: readonly (string | null)[], change: Partial<World> = {}): World {
  const pods = versions.map((version, at) => ({ revision: at === 0 ? "default" : `canary-${at}`, version, settings: {} }));
  const meshes = meshFactsByRevision({ namespace: "istio-system", pods, deployments: [], configOf: () => ({ kind: "absent" }) }, []);
  return aWorld(undefined, { ...(versions.length > 0 && { meshes }), ...change });
}
