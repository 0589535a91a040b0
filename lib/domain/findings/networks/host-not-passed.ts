import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { servicesOfObject, statusesOfEntry } from "@/lib/domain/findings/host-destinations";
import { hostObject } from "@/lib/domain/findings/host-parts";
import type { Rule } from "@/lib/domain/findings/rule";
import { passes } from "@/lib/domain/networks/passthrough";
import { type CallerService, gatewaysSent } from "@/lib/domain/selection/caller-service";
import { isBehindGateway } from "./unmarked-behind-gateway";

/**
 * istiod sends gateways of this cluster for machines of a host, and no server of an Istio Gateway with AUTO_PASSTHROUGH lists it: callers of other networks are sent
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
    const kept = servicesOfObject(host, world).filter(
      ({ host: name, winner }) => winner !== null && !winner.isExternal && !passes(passed, { host: name, isExternal: false }),
    );
    if (kept.length === 0) return [];
    const networks = new Set(networksBehind(host, world));
    if (networks.size === 0) return [];
    const { machines, ...behind } = behindGateways(kept, host, { networks, world });
    if (machines === 0) return [];
    const hosts = kept.map((one) => one.host).filter((name) => behind.hosts.has(name));
    return [{ objects: [hostObject(host)], evidence: { hosts, networks: [...behind.networks].sort(), machines, passed } }];
  },
};

interface BehindGateways {
  readonly hosts: ReadonlySet<string>;
  readonly networks: ReadonlySet<string>;
  readonly machines: number;
}

/** Counts the machines of the object for which istiod sends a gateway of this cluster. */
function behindGateways(
  services: readonly CallerService[],
  host: FindingHost,
  { networks, world }: { readonly networks: ReadonlySet<string>; readonly world: FindingsWorld },
): BehindGateways {
  const { clusterId } = world.mesh.settings;
  const found = { hosts: new Set<string>(), networks: new Set<string>(), machines: 0 };
  for (const entry of world.machinesOf(host)) {
    if (!networks.has(entry.network)) continue;
    const sent = services.filter((service) => gatewaysSent(statusesOfEntry(service, entry)).some(({ cluster }) => cluster === clusterId));
    if (sent.length === 0) continue;
    for (const service of sent) found.hosts.add(service.host);
    found.networks.add(entry.network);
    found.machines += 1;
  }
  return found;
}

/** The networks of its machines into which a Service of this cluster leads: of a gateway elsewhere nobody here sees what it passes. */
function networksBehind(host: FindingHost, world: FindingsWorld): readonly string[] {
  return world.networksOf(host).flatMap(({ name, machines }) => (machines > 0 && isOwnGateway(name, world) ? [name] : []));
}

function isOwnGateway(network: string, world: FindingsWorld): boolean {
  const { gateways, clusterId } = world.mesh.settings;
  return isBehindGateway(network, world) && gateways.some((one) => one.network === network && one.cluster === clusterId && one.port !== 0);
}
