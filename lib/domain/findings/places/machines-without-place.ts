import { ordersOf } from "@/lib/domain/findings/host-order";
import { hostObject } from "@/lib/domain/findings/host-parts";
import { isPlaced, sizeOf, zonesOf } from "@/lib/domain/findings/host-places";
import type { Rule } from "@/lib/domain/findings/rule";

/**
 * A host is asked by place, and some of its machines have none: to every caller that has a place they are as far away as another region, and are asked last
 * (pilot/pkg/networking/util/util.go LbPriority: empty equals empty only).
 */
export const machinesWithoutPlace: Rule<"host"> = {
  code: "STL405",
  name: "machines-without-place",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "workload-pods"],
  needsAll: ["destinationrules"],
  noPatchBecause: "where these machines stand only their owner knows",
  detect: (host, world) => {
    if (!ordersOf(host, world.selection()).some(({ isOrdered }) => isOrdered)) return [];
    const zones = zonesOf(host, world);
    const unplaced = zones.find((zone) => !isPlaced(zone));
    const placed = zones.filter(isPlaced).reduce((sum, zone) => sum + sizeOf(zone), 0);
    if (unplaced === undefined || unplaced.machines === 0 || placed === 0) return [];
    return [{ objects: [hostObject(host)], evidence: { hosts: host.hosts, machines: unplaced.machines, placed } }];
  },
};
