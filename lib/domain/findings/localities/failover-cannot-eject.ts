import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { ordersInForce, type PortOrder } from "@/lib/domain/findings/host-order";
import { isPlaced, lacksPlaces, sizeOf, zoneName, zonesOf } from "@/lib/domain/findings/host-places";
import { type Detected, type FindingPatch, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { hostObject } from "@/lib/domain/findings/service-parts";
import { mostEjected } from "@/lib/domain/selection/ejection";
import type { DestinationRule } from "@/lib/domain/selection/policies";

/**
 * A DestinationRule has outlier detection, and its `maxEjectionPercent` lets a caller eject fewer endpoints than the service has in its largest zone. When
 * that zone dies, requests still go to the dead. Unset it is 10 %, which ejects none of fewer than ten. `distribute` switches failover off
 * (pilot/pkg/networking/core/cluster_traffic_policy.go applyOutlierDetection; Envoy's outlier_detection_impl.cc ejectHost).
 */
export const failoverCannotEject: Rule<"host"> = {
  code: "STL401",
  name: "failover-cannot-eject",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "workload-pods", "destinationrules", "mesh-config"],
  needsAll: ["destinationrules"],
  betterWith: ["nodes"],
  refutedBy: () => ["services", "serviceentries"],
  detect: (host, world) => {
    const ejecting = ordersInForce(host, world).filter(({ by, policy }) => by === "failover" && policy !== null && policy.outlier !== null);
    if (ejecting.length === 0) return [];
    if (lacksPlaces(host, world)) return { cannotTell: ["nodes"] };
    const told = new Map<string, Detected>();
    for (const order of ejecting) {
      const { host: name } = order.definition;
      const found = told.has(name) ? null : foundIn(order, host, world);
      if (found !== null) told.set(name, { ...found, of: name });
    }
    return [...told.values()];
  },
};

function foundIn(order: PortOrder, host: FindingHost, world: FindingsWorld): Detected | null {
  const zones = zonesOf(host, world);
  const [largest] = zones.filter(isPlaced);
  const endpoints = zones.reduce((sum, zone) => sum + sizeOf(zone), 0);
  // With one zone only there is nobody to move to.
  if (largest === undefined || sizeOf(largest) === endpoints) return null;
  const { policy, rule, definition } = order;
  const ejected = mostEjected(endpoints, policy?.outlier ?? null);
  if (ejected >= sizeOf(largest)) return null;
  const from = rule?.from.find((one) => one.policy !== null);
  const percent = policy?.outlier?.maxEjectionPercent ?? null;
  const evidence = {
    ...{ host: definition.host, endpoints, ejected, zone: zoneName(largest), inZone: sizeOf(largest) },
    ...{ percent: percent === null || percent <= 0 ? "" : String(percent), rule: from === undefined ? "" : `${from.namespace}/${from.name}` },
  };
  const objects = [hostObject(host), ...(from === undefined ? [] : [findingObject("DestinationRule", from)])];
  const patch = from === undefined ? null : patchFor(from);
  return { objects, evidence, ...(patch === null ? {} : { patch }) };
}

/** Of a whole rule: a port's own policy is an item of a list, which a merge patch would replace. */
function patchFor({ namespace, name, policy }: DestinationRule): FindingPatch | null {
  if (policy === null || policy.ports.length > 0 || policy.outlier === null) return null;
  const body = { spec: { trafficPolicy: { outlierDetection: { maxEjectionPercent: 100 } } } };
  return { kind: "DestinationRule", namespace, name, type: "merge", body };
}
