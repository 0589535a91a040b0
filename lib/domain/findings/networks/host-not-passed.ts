import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { definitionsBy, hostObject } from "@/lib/domain/findings/host-parts";
import type { Rule } from "@/lib/domain/findings/rule";
import { passes } from "@/lib/domain/networks/passthrough";
import { isBehindGateway } from "./unmarked-behind-gateway";

/**
 * A host has machines behind gateways of this cluster, and no server of an Istio Gateway with AUTO_PASSTHROUGH lists it: callers of other networks are sent
 * to a gateway that does not know the host. `*.local` covers no ServiceEntry of another domain (pilot/pkg/networking/core/gateway.go
 * builtAutoPassthroughFilterChains).
 */
export const hostNotPassed: Rule<"host"> = {
  code: "STL507",
  name: "host-not-passed",
  subject: "host",
  severity: "error",
  needs: ["workloadentries", "mesh-config"],
  needsAll: ["gateway-services", "network-gateways", "gateways"],
  noPatchBecause: "the list of hosts is the gateway's, whom others use too",
  detect: (host, world) => {
    if (!world.networkNames().some((name) => isOwnGateway(name, world))) return [];
    const passed = world.passedHosts();
    const kept = definitionsBy(host, world.selection()).filter(
      (one) => one.discovery === "EDS" && !one.isExternal && !passes(passed, { host: one.host, isExternal: false }),
    );
    if (kept.length === 0) return [];
    const behind = networksBehind(host, world);
    if (behind.length === 0) return [];
    const machines = behind.reduce((sum, one) => sum + one.machines, 0);
    const evidence = { hosts: kept.map((one) => one.host), networks: behind.map(({ name }) => name).sort(), machines, passed };
    return [{ objects: [hostObject(host)], evidence }];
  },
};

/** The networks of its machines into which a Service of this cluster leads: of a gateway elsewhere nobody here sees what it passes. */
function networksBehind(host: FindingHost, world: FindingsWorld) {
  return world.networksOf(host).filter(({ name, machines }) => machines > 0 && isOwnGateway(name, world));
}

function isOwnGateway(network: string, world: FindingsWorld): boolean {
  const { gateways, clusterId } = world.mesh.settings;
  return isBehindGateway(network, world) && gateways.some((one) => one.network === network && one.cluster === clusterId && one.port !== 0);
}
