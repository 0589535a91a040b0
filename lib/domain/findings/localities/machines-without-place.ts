import { ordersInForce, type PortOrder } from "@/lib/domain/findings/host-order";
import { isPlaced, lacksPlaces, sizeOf, zonesOf } from "@/lib/domain/findings/host-places";
import type { FindingEvidence, Rule } from "@/lib/domain/findings/rule";
import { hostObject } from "@/lib/domain/findings/service-parts";
import { isNamedBy, rulesInForce } from "@/lib/domain/selection/by-place";

/**
 * Locality decides which endpoints of a service get requests, and some machines have none. Failover treats them as another region for every caller with a
 * locality (pilot/pkg/networking/util/util.go LbPriority: empty equals empty only). `distribute` drops them unless a `to` names every locality.
 */
export const machinesWithoutPlace: Rule<"host"> = {
  code: "STL405",
  name: "machines-without-place",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "workload-pods", "mesh-config"],
  needsAll: ["destinationrules"],
  refutedBy: () => ["services", "serviceentries"],
  noPatchBecause: "where these machines stand only their owner knows",
  detect: (host, world) => {
    const by = effectOf(ordersInForce(host, world));
    if (by === null) return [];
    if (lacksPlaces(host, world)) return { cannotTell: ["nodes"] };
    const zones = zonesOf(host, world);
    const unplaced = zones.find((zone) => !isPlaced(zone));
    const placed = zones.filter(isPlaced).reduce((sum, zone) => sum + sizeOf(zone), 0);
    if (unplaced === undefined || unplaced.machines === 0 || placed === 0) return [];
    return [{ objects: [hostObject(host)], evidence: { hosts: host.hosts, machines: unplaced.machines, placed, ...by } }];
  },
};

/** The effect on machines without a locality, failover first; null = none. */
function effectOf(orders: readonly PortOrder[]): FindingEvidence | null {
  if (orders.some(({ by }) => by === "failover")) return { by: "failover" };
  const from = [...new Set(orders.flatMap(withoutUnplaced))];
  return from.length === 0 ? null : { by: "distribute", from };
}

/** The callers, by `from`, to whom `distribute` sends no endpoint without a locality. */
function withoutUnplaced({ setting }: PortOrder): readonly string[] {
  const distribute = setting?.by === "locality" ? (setting.setting.distribute ?? []) : [];
  return rulesInForce(distribute)
    .filter(({ to }) => !to.some(([place]) => isNamedBy("", place)))
    .map(({ from }) => from);
}
