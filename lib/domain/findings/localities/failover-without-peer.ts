import { ordersInForce } from "@/lib/domain/findings/host-order";
import { lacksPlaces, zonesOf } from "@/lib/domain/findings/host-places";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { hostObject } from "@/lib/domain/findings/service-parts";

/**
 * A DestinationRule sends a region over to another one when it fails, and the host has nobody in that other region
 * (pilot/pkg/networking/core/loadbalancer/loadbalancer.go, failover).
 */
export const failoverWithoutPeer: Rule<"host"> = {
  code: "STL402",
  name: "failover-without-peer",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "workload-pods"],
  needsAll: ["destinationrules"],
  betterWith: ["mesh-config"],
  refutedBy: () => ["services", "serviceentries"],
  noPatchBecause: "machines in that region, or another region in the rule: which of the two is meant only the host's owner knows",
  detect: (host, world) => {
    const ruled = ordersInForce(host, world).filter(({ setting, by }) => by === "failover" && setting !== null && setting.from === "rule");
    if (ruled.length === 0) return [];
    if (lacksPlaces(host, world)) return { cannotTell: ["nodes"] };
    const regions = new Set(zonesOf(host, world).map(({ region }) => region));
    const seen = new Set<string>();
    return ruled.flatMap(({ definition, setting, rule }) =>
      (setting?.setting.failover ?? []).flatMap(({ from, to }) => {
        const of = `${definition.host} ${from}`;
        if (seen.has(of) || !regions.has(from) || regions.has(to)) return [];
        seen.add(of);
        const [written] = rule?.from ?? [];
        const objects = [hostObject(host), ...(written === undefined ? [] : [findingObject("DestinationRule", written)])];
        return [{ of, objects, evidence: { host: definition.host, from, to, regions: [...regions].filter((one) => one !== "").sort() } }];
      }),
    );
  },
};
