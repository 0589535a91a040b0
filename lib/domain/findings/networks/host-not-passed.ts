import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { definitionsBy, hostObject, policiesOf, ruleOf } from "@/lib/domain/findings/host-parts";
import type { Rule } from "@/lib/domain/findings/rule";
import { passes } from "@/lib/domain/networks/passthrough";
import type { Definition } from "@/lib/domain/selection/definitions";
import { markingModeOf } from "@/lib/domain/selection/destination-rules";
import type { SelectionWorld } from "@/lib/domain/selection/world";
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
  needsAll: ["gateway-services", "network-gateways", "gateways", "destinationrules"],
  noPatchBecause: "the list of hosts is the gateway's, whom others use too",
  detect: (host, world) => {
    if (!world.networkNames().some((name) => isOwnGateway(name, world))) return [];
    const passed = world.passedHosts();
    const selection = world.selection();
    const kept = definitionsBy(host, selection).filter(
      (one) => one.discovery === "EDS" && !one.isExternal && !passes(passed, { host: one.host, isExternal: false }) && !isClosedByRule(one, selection),
    );
    if (kept.length === 0) return [];
    const behind = networksBehind(host, world);
    if (behind.length === 0) return [];
    const machines = behind.reduce((sum, one) => sum + one.machines, 0);
    const evidence = { hosts: kept.map((one) => one.host), networks: behind.map(({ name }) => name).sort(), machines, passed };
    return [{ objects: [hostObject(host)], evidence }];
  },
};

/** A DestinationRule takes the mark of mutual TLS from all endpoints of all ports: callers are sent no gateway, which STL504 finds. */
function isClosedByRule(definition: Definition, selection: SelectionWorld): boolean {
  const rule = ruleOf(definition, selection);
  const modes = policiesOf(definition, rule).map(({ port }) => markingModeOf(rule, "", port));
  return modes.length > 0 && modes.every((mode) => mode !== null && mode !== "ISTIO_MUTUAL");
}

/** The networks of its machines into which a Service of this cluster leads: of a gateway elsewhere nobody here sees what it passes. */
function networksBehind(host: FindingHost, world: FindingsWorld) {
  return world.networksOf(host).filter(({ name, machines }) => machines > 0 && isOwnGateway(name, world));
}

function isOwnGateway(network: string, world: FindingsWorld): boolean {
  const { gateways, clusterId } = world.mesh.settings;
  return isBehindGateway(network, world) && gateways.some((one) => one.network === network && one.cluster === clusterId && one.port !== 0);
}
