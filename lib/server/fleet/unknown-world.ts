import { DEFAULT_GRACE_PERIOD_MS } from "@/lib/domain/mesh/istiod-settings";
import { deniedNodeAndNamespaceFacts } from "@/lib/domain/mesh/mesh-facts";
import { CHART_MAX_CONNECTION_AGE_MS, type World } from "@/lib/domain/mesh/world";

/** What holds of a cluster of which nothing but its entries has been heard yet. */
export function unknownWorld(cluster: string): World {
  const source = "not heard of istiod yet";
  return {
    cluster,
    replicas: { kind: "denied", source },
    endedReplicas: new Map(),
    nodes: { kind: "denied", source },
    maxConnectionAgeMs: { kind: "assumed", value: CHART_MAX_CONNECTION_AGE_MS, source },
    gracePeriodMs: { kind: "assumed", value: DEFAULT_GRACE_PERIOD_MS, source },
    meshes: new Map(),
    gateways: { kind: "denied", source },
    networkGateways: { kind: "denied", source },
    places: deniedNodeAndNamespaceFacts(source),
  };
}
