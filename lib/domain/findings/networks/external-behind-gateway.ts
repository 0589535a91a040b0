import { hostObject } from "@/lib/domain/findings/host-parts";
import type { Rule } from "@/lib/domain/findings/rule";
import { isBehindGateway } from "./unmarked-behind-gateway";

/**
 * A ServiceEntry is MESH_EXTERNAL and takes machines of a network with a gateway: no gateway passes such a host on, so that callers of other networks
 * reach nobody there (pilot/pkg/networking/core/gateway.go builtAutoPassthroughFilterChains).
 */
export const externalBehindGateway: Rule<"host"> = {
  code: "STL505",
  name: "external-behind-gateway",
  subject: "host",
  severity: "error",
  needs: ["workloadentries", "mesh-config"],
  needsAll: ["gateway-services", "network-gateways"],
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || !selector.isExternal || selector.selector === null || selector.resolution !== "STATIC") return [];
    const blocked = world.networksOf(host).filter(({ name, machines }) => machines > 0 && isBehindGateway(name, world));
    if (blocked.length === 0) return [];
    const { namespace, name } = selector;
    const patch = { kind: "ServiceEntry", namespace, name, type: "merge", body: { spec: { location: "MESH_INTERNAL" } } } as const;
    const machines = blocked.reduce((sum, one) => sum + one.machines, 0);
    const evidence = { hosts: host.hosts, networks: blocked.map((one) => one.name).sort(), machines };
    return [{ objects: [hostObject(host)], evidence, patch }];
  },
};
