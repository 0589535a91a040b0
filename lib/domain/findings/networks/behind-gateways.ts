import { mergedLabel, type WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { isNetworkBehindGateway, unseenPodNetworkSources } from "@/lib/domain/findings/caller-networks";
import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { findingMergePatch } from "@/lib/domain/findings/patch";
import { type AnyRule, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { callerServicesOfObject, entryPortStatuses } from "@/lib/domain/findings/service-destinations";
import { serviceFindingObject, serviceKey } from "@/lib/domain/findings/service-parts";
import { type CallerService, type EndpointStatus, isSameService } from "@/lib/domain/selection/caller-service";
import { workloadOfCandidate } from "@/lib/domain/selection/matching";
import { portGatewayBlocker } from "@/lib/domain/selection/mutual-tls";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { TrafficPolicySettings } from "@/lib/domain/selection/policies";
import { MUTUAL_TLS_MODE, NETWORK_LABEL } from "@/lib/domain/selection/workload";
import type { SelectionWorld } from "@/lib/domain/selection/world";

/**
 * The label of a machine names another network than its `spec.network`. Sidecars use the field only, and treat a machine without the field as in
 * their own network (pilot/pkg/serviceregistry/serviceentry/conversion.go; pinned by istiod's test "networkID get from cb").
 */
export const networkLabelWithoutNetwork: Rule<"entry"> = {
  code: "STL503",
  name: "network-label-without-network",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  isNamespaceLocal: true,
  detect: (entry) => {
    const label = mergedLabel(entry, NETWORK_LABEL) ?? "";
    if (label === "" || label === entry.network) return [];
    const hasAccount = entry.serviceAccount !== "";
    const evidence = { label, network: entry.network, hasAccount };
    const patch = findingMergePatch("WorkloadEntry", entry, { spec: { network: label } });
    // The network in the field may be the right one. Behind a gateway, callers of other networks do not get an entry without a service account
    // (docs/istio.md#gateway-path).
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence, ...(entry.network === "" && hasAccount && { patch }) }];
  },
};

/**
 * A machine is in a network with a gateway, which lets only mutual TLS through, but on some ports the machine does not have the mTLS mark. Callers of
 * other networks do not get the machine on those ports (pilot/pkg/xds/endpoints/ep_filters.go EndpointsByNetworkFilter, mtls_checker.go). Or it has
 * the mark, and callers send the gateway plain text.
 */
export const unmarkedBehindGateway: Rule<"entry"> = {
  code: "STL504",
  name: "unmarked-behind-gateway",
  subject: "entry",
  severity: "error",
  needs: ["services", "serviceentries", "mesh-config"],
  needsAll: ["peerauthentications", "destinationrules", "gateway-services", "network-gateways"],
  betterWith: ["namespaces"],
  refutedBy: (_, world) => unseenPodNetworkSources(world),
  noPatchBecause: "which account the machine runs as, or why a policy takes the mark away, only their owners know",
  detect: (entry, world) => {
    if (!isNetworkBehindGateway(entry.network, world)) return [];
    const selection = world.selection();
    if (workloadOfCandidate({ kind: "entry", entry }, selection.mesh).tlsMode === MUTUAL_TLS_MODE && !takesMarks(selection)) return [];
    return world.hostsTaking(entry).flatMap((host) => {
      const services = callerServicesOfObject(host, world).map((service) => ({ name: service.host, ports: portsBehindGateway(service, entry) }));
      const touched = services.filter(({ ports }) => ports.some(({ because }) => because !== null));
      const ports = touched.flatMap((one) => one.ports);
      const closed = ports.filter(({ because }) => because !== null);
      const [first] = closed;
      if (first === undefined) return [];
      const evidence = {
        ...{ host: serviceKey(host), hosts: touched.map(({ name }) => name), network: entry.network },
        ...{ ports: numbersOf(closed), isEveryPort: closed.length === ports.length },
        plainPorts: numbersOf(closed.filter(({ isGatewaySent }) => isGatewaySent)),
        ...{ because: first.because ?? "", isGatewaySent: first.isGatewaySent },
      };
      return [{ of: serviceKey(host), objects: [findingObject("WorkloadEntry", entry), serviceFindingObject(host)], evidence }];
    });
  },
};

/** A port of a service on a machine that callers of other networks reach through a gateway, or not at all. */
interface PortBehindGateway {
  readonly port: number;
  /**
   * The setting because of which the gateway does not pass the call. Null = it passes the call, or only MESH_EXTERNAL prevents it, which STL505
   * finds.
   */
  readonly because: string | null;
  readonly isGatewaySent: boolean;
}

function portsBehindGateway(service: CallerService, entry: WorkloadEntry): readonly PortBehindGateway[] {
  return entryPortStatuses(service, entry).flatMap((status, at): readonly PortBehindGateway[] => {
    const joined = service.ports[at];
    if (joined === undefined) return [];
    const port = joined.port.number;
    if (status.is === "gateway") return [{ port, because: closingOf(joined.joins, service.world), isGatewaySent: true }];
    const isUnmarked = status.is === "not-sent" && status.reason.code === "not-marked-for-gateway";
    return isUnmarked ? [{ port, because: status.reason.because, isGatewaySent: false }] : [];
  });
}

/**
 * Returns the setting by which callers send the gateway plain text on each of these ports. Null = on one of them they send mutual TLS, or
 * MESH_EXTERNAL is the setting.
 */
function closingOf(joins: CallerService["ports"][number]["joins"], world: SelectionWorld): string | null {
  const closings = joins.map(({ definition, rule, subset, port }) => portGatewayBlocker({ definition, rule, subset, port: port.number }, world));
  return closings.includes(null) || closings.includes("external") ? null : (closings[0] ?? null);
}

function numbersOf(ports: readonly PortBehindGateway[]): readonly string[] {
  return [...new Set(ports.map(({ port }) => String(port)))];
}

/**
 * Returns true if some setting can keep calls to a machine with the mTLS mark from passing a gateway: a rule with another mode, a DISABLE policy, or
 * automatic mTLS that is off.
 */
function takesMarks({ rules, authentications, mesh }: SelectionWorld): boolean {
  if (!mesh.autoMtls) return true;
  const isOther = (part: TrafficPolicySettings | null) => part !== null && part.tls !== null && part.tls !== "ISTIO_MUTUAL";
  if (authentications.some(({ mode, ports }) => mode === "DISABLE" || ports.some(([, ofPort]) => ofPort === "DISABLE"))) return true;
  return rules.some(({ policy }) => isOther(policy) || policy?.ports.some(isOther));
}

/**
 * The object that defines a host name for callers makes it MESH_EXTERNAL, and some of its machines are in a network with a gateway. No gateway routes
 * such a host name, so that callers in other networks do not get these machines (pilot/pkg/networking/core/gateway.go
 * builtAutoPassthroughFilterChains).
 */
export const externalBehindGateway: Rule<"host"> = {
  code: "STL505",
  name: "external-behind-gateway",
  subject: "host",
  severity: "error",
  needs: ["workloadentries", "mesh-config"],
  needsAll: ["gateway-services", "network-gateways", "destinationrules"],
  betterWith: ["namespaces"],
  refutedBy: (_, world) => unseenPodNetworkSources(world),
  detect: (host, world) => {
    const networks = new Set(world.networksOf(host).flatMap((one) => (one.machines > 0 && isNetworkBehindGateway(one.name, world) ? [one.name] : [])));
    if (networks.size === 0) return [];
    const { machines, unmarked, owners, ...blocked } = blockedBy(host, networks, world);
    const [owner] = owners;
    if (owner === undefined) return [];
    const patch = { ...findingObject(owner.kind, owner), type: "merge", body: { spec: { location: "MESH_INTERNAL" } } } as const;
    const evidence = { hosts: host.hosts.filter((one) => blocked.hosts.has(one)), networks: [...blocked.networks].sort(), machines, unmarked };
    const others = [...owners].filter((one) => !isSameService(one, host.selector)).map((one) => findingObject(one.kind, one));
    return [{ objects: [serviceFindingObject(host), ...others], evidence, ...(unmarked < machines && { patch }) }];
  },
};

interface Blocked {
  readonly hosts: ReadonlySet<string>;
  /** The objects that make the host names MESH_EXTERNAL. */
  readonly owners: ReadonlySet<MeshService>;
  readonly networks: ReadonlySet<string>;
  readonly machines: number;
  /** The number of these machines without the mTLS mark. A gateway leads to them with no location. */
  readonly unmarked: number;
}

/** Counts the object's machines that callers in other networks could get through gateways only, under a host name that is MESH_EXTERNAL for them. */
function blockedBy(host: ServiceSubject, networks: ReadonlySet<string>, world: FindingsWorld): Blocked {
  const found = { hosts: new Set<string>(), owners: new Set<MeshService>(), networks: new Set<string>(), machines: 0, unmarked: 0 };
  const services = callerServicesOfObject(host, world).filter(({ winner }) => winner?.isExternal === true);
  for (const entry of services.length === 0 ? [] : world.machinesOf(host)) {
    if (!networks.has(entry.network)) continue;
    const behind = services.filter((service) => entryPortStatuses(service, entry).some(isBehind));
    if (behind.length === 0) continue;
    for (const { host: name, winner } of behind) {
      found.hosts.add(name);
      if (winner !== null) found.owners.add(winner.origin);
    }
    found.networks.add(entry.network);
    found.machines += 1;
    if (workloadOfCandidate({ kind: "entry", entry }, world.mesh.settings).tlsMode !== MUTUAL_TLS_MODE) found.unmarked += 1;
  }
  return found;
}

/**
 * Returns true if a gateway is between the caller and the machine: istiod sends the gateway in place of a machine with the mTLS mark, and nothing for
 * a machine without it.
 */
function isBehind(status: EndpointStatus): boolean {
  return status.is === "gateway" || (status.is === "not-sent" && status.reason.code === "not-marked-for-gateway");
}

/** Rules about machines behind a network gateway. */
export const NETWORK_BEHIND_GATEWAY_RULES: readonly AnyRule[] = [networkLabelWithoutNetwork, unmarkedBehindGateway, externalBehindGateway];
