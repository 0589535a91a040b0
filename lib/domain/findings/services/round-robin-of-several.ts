import { mergePatch } from "@/lib/domain/findings/patch";
import type { Rule } from "@/lib/domain/findings/rule";
import { hostObject, sentBy } from "@/lib/domain/findings/service-parts";
import { wouldOrderDnsByLabels } from "./shared-dns";

/**
 * DNS_ROUND_ROBIN has one place for each port of a host, and the ServiceEntry selects several: the first by kind and name is called, the others never
 * (pilot/pkg/serviceregistry/serviceentry/conversion.go; Envoy's LOGICAL_DNS takes one endpoint).
 */
export const roundRobinOfSeveral: Rule<"host"> = {
  code: "STL308",
  name: "round-robin-of-several",
  subject: "host",
  severity: "error",
  needs: ["workloadentries"],
  betterWith: ["workload-pods"],
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || selector.resolution !== "DNS_ROUND_ROBIN" || selector.selector === null) return [];
    const sent = sentBy(world.countsOf(host));
    if (sent < 2) return [];
    const isOrdered = wouldOrderDnsByLabels(selector, world.selection());
    const evidence = { hosts: host.hosts, sent, lost: sent - 1, isOrdered };
    return [{ objects: [hostObject(host)], evidence, ...(!isOrdered && { patch: mergePatch("ServiceEntry", selector, { spec: { resolution: "DNS" } }) }) }];
  },
};
