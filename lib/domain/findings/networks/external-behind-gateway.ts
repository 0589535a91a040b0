import { isBehindGateway, podNetworkSources } from "@/lib/domain/findings/caller-networks";
import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isSameObject, servicesOfObject, statusesOfEntry } from "@/lib/domain/findings/service-destinations";
import { hostObject } from "@/lib/domain/findings/service-parts";
import type { EndpointStatus } from "@/lib/domain/selection/caller-service";
import { ISTIO_TLS } from "@/lib/domain/selection/machine";
import type { Selector } from "@/lib/domain/selection/objects";
import { machineOf } from "@/lib/domain/selection/selected-by";

/**
 * The object that defines a host name for callers makes it MESH_EXTERNAL, and a network with a gateway has machines of it. No gateway routes such a host name,
 * so callers in other networks get none of these machines (pilot/pkg/networking/core/gateway.go builtAutoPassthroughFilterChains).
 */
export const externalBehindGateway: Rule<"host"> = {
  code: "STL505",
  name: "external-behind-gateway",
  subject: "host",
  severity: "error",
  needs: ["workloadentries", "mesh-config"],
  needsAll: ["gateway-services", "network-gateways", "destinationrules"],
  betterWith: ["namespaces"],
  refutedBy: (_, world) => podNetworkSources(world),
  detect: (host, world) => {
    const networks = new Set(world.networksOf(host).flatMap((one) => (one.machines > 0 && isBehindGateway(one.name, world) ? [one.name] : [])));
    if (networks.size === 0) return [];
    const { machines, unmarked, owners, ...blocked } = blockedBy(host, networks, world);
    const [owner] = owners;
    if (owner === undefined) return [];
    const patch = { ...findingObject(owner.kind, owner), type: "merge", body: { spec: { location: "MESH_INTERNAL" } } } as const;
    const evidence = { hosts: host.hosts.filter((one) => blocked.hosts.has(one)), networks: [...blocked.networks].sort(), machines, unmarked };
    const others = [...owners].filter((one) => !isSameObject(one, host.selector)).map((one) => findingObject(one.kind, one));
    return [{ objects: [hostObject(host), ...others], evidence, ...(unmarked < machines && { patch }) }];
  },
};

interface Blocked {
  readonly hosts: ReadonlySet<string>;
  /** The objects that make these host names MESH_EXTERNAL. */
  readonly owners: ReadonlySet<Selector>;
  readonly networks: ReadonlySet<string>;
  readonly machines: number;
  /** The number of those without a mark of mutual TLS, to which a gateway leads with no location. */
  readonly unmarked: number;
}

/** Counts machines that callers in other networks could get through gateways only, under a host name that is MESH_EXTERNAL for them. */
function blockedBy(host: FindingHost, networks: ReadonlySet<string>, world: FindingsWorld): Blocked {
  const found = { hosts: new Set<string>(), owners: new Set<Selector>(), networks: new Set<string>(), machines: 0, unmarked: 0 };
  const services = servicesOfObject(host, world).filter(({ winner }) => winner?.isExternal === true);
  for (const entry of services.length === 0 ? [] : world.machinesOf(host)) {
    if (!networks.has(entry.network)) continue;
    const behind = services.filter((service) => statusesOfEntry(service, entry).some(isBehind));
    if (behind.length === 0) continue;
    for (const { host: name, winner } of behind) {
      found.hosts.add(name);
      if (winner !== null) found.owners.add(winner.origin);
    }
    found.networks.add(entry.network);
    found.machines += 1;
    if (machineOf({ kind: "entry", entry }, world.mesh.settings).tlsMode !== ISTIO_TLS) found.unmarked += 1;
  }
  return found;
}

/** istiod sends the gateway for a machine with a mark of mutual TLS, and nothing for one without it. */
function isBehind(status: EndpointStatus): boolean {
  return status.is === "gateway" || (status.is === "not-sent" && status.reason.code === "not-marked-for-gateway");
}
