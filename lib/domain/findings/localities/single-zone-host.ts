import { isPlaced, lacksPlaces, sizeOf, zoneName, zonesOf } from "@/lib/domain/findings/host-places";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { hostObject } from "@/lib/domain/findings/service-parts";

/**
 * All that a host has is in one zone, though there are machines in others: with that zone the host is gone, whatever locality settings say
 * (pilot/pkg/networking/core/loadbalancer/loadbalancer.go).
 */
export const singleZoneHost: Rule<"host"> = {
  code: "STL403",
  name: "single-zone-host",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "workload-pods"],
  betterWith: ["nodes"],
  noPatchBecause: "what is missing is machines in another zone",
  detect: (host, world) => {
    const counts = world.countsOf(host);
    if ((counts.machines?.taken ?? 0) === 0 || counts.inline + counts.addresses > 0) return [];
    if (lacksPlaces(host, world)) return { cannotTell: ["nodes"] };
    const zones = zonesOf(host, world);
    const [only] = zones;
    if (only === undefined || zones.length > 1 || !isPlaced(only) || only.zone === "" || sizeOf(only) < 2) return [];
    const isAlone = world.zonesInUse().every(({ region, zone }) => region === only.region && zone === only.zone);
    if (isAlone) return [];
    if (host.selector.kind === "Service" && !world.sees("endpointslices", host.selector.namespace)) return { cannotTell: ["endpointslices"] };
    const evidence = { hosts: host.hosts, zone: zoneName(only), machines: only.machines, pods: only.pods };
    return [{ objects: [hostObject(host), findingObject("Locality", { namespace: "", name: zoneName(only) })], evidence }];
  },
};
