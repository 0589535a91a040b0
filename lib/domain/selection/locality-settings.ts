import { usualBehaviour } from "@/lib/domain/mesh/istiod-behaviours";
import type { Definition } from "./definitions";
import { NETWORK_LABEL, NODE_LABEL, REGION_LABEL, SUBZONE_LABEL, ZONE_LABEL } from "./machine";
import type { MeshSettings } from "./mesh";
import type { LocalityBalancing, PolicyPart, ZoneAwareBalancing } from "./policies";

/** The setting by which endpoints are ordered and weighed; `isForced` = without outlier detection too. */
export type PlaceSetting =
  | { readonly by: "locality"; readonly setting: LocalityBalancing; readonly isForced: boolean; readonly from: "rule" | "distribution" | "mesh" }
  | { readonly by: "zone"; readonly setting: ZoneAwareBalancing; readonly from: "rule" | "mesh" };

const SAME_ZONE = [NETWORK_LABEL, REGION_LABEL, ZONE_LABEL];
const SAME_NODE = [...SAME_ZONE, SUBZONE_LABEL, NODE_LABEL];

/**
 * DestinationRule (zone-aware before locality), then traffic distribution, then the mesh; null = place plays no part (docs/istio.md#locality-modes). Istio
 * before 1.31 ignores zone-aware settings.
 */
export function placeSettingOf(definition: Pick<Definition, "distribution">, policy: PolicyPart | null, mesh: MeshSettings): PlaceSetting | null {
  const balancer = policy?.balancer ?? null;
  const balancesByZone = usualBehaviour("balancesByZone", mesh);
  if (balancer?.zoneAware && balancesByZone) return { by: "zone", setting: balancer.zoneAware, from: "rule" };
  if (balancer?.locality) return balancer.locality.isEnabled ? { by: "locality", setting: balancer.locality, isForced: false, from: "rule" } : null;
  if (definition.distribution !== "any") {
    const failoverPriority = definition.distribution === "same-zone" ? SAME_ZONE : SAME_NODE;
    return { by: "locality", setting: { isEnabled: true, distribute: null, failover: [], failoverPriority }, isForced: true, from: "distribution" };
  }
  if (mesh.zoneAware !== null && balancesByZone) return { by: "zone", setting: mesh.zoneAware, from: "mesh" };
  return mesh.locality?.isEnabled ? { by: "locality", setting: mesh.locality, isForced: false, from: "mesh" } : null;
}

/**
 * True if istiod sets LocalityWeightedLbConfig, so that a client's proxy picks a locality by its weight and then an endpoint. Else the proxy ignores the weights
 * of localities (loadbalancer.go LocalityLBSettings.ApplyToCluster; ENABLE_LOCALITY_WEIGHTED_LB_CONFIG is off by default). `isEjecting`: the client has
 * outlier detection.
 */
export function weighsLocalities(setting: PlaceSetting | null, isEjecting: boolean): boolean {
  if (setting?.by !== "locality") return false;
  const { distribute, failover, failoverPriority } = setting.setting;
  if (distribute !== null) return true;
  return (isEjecting || setting.isForced) && failover.length + failoverPriority.length > 0;
}
