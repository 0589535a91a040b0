import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { type AnyRule, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { callerServicesOfObject } from "@/lib/domain/findings/service-destinations";
import { serviceFindingObject, serviceKey } from "@/lib/domain/findings/service-parts";
import type { CallerService } from "@/lib/domain/selection/caller-service";
import { isSameService } from "@/lib/domain/selection/caller-service";
import { trafficPolicyFor } from "@/lib/domain/selection/destination-rules";
import { type MachinePortEndpoint, machinePortEndpoints, usesOriginalDestination } from "@/lib/domain/selection/machine-endpoints";
import { selectionMatch, workloadOfCandidate } from "@/lib/domain/selection/matching";
import { acceptedTlsMode, callerPortTls, isTlsRefused } from "@/lib/domain/selection/mutual-tls";
import type { PeerAuthentication } from "@/lib/domain/selection/policies";
import { type StoredEndpoint, storedEndpoints } from "@/lib/domain/selection/stored-endpoints";

/**
 * Returns the endpoints of a machine on the ports of the definition that callers of the object get. Empty = istiod stores no endpoint, or no port
 * joins.
 */
export function endpointsOfMachine(entry: WorkloadEntry, host: ServiceSubject, world: FindingsWorld): readonly MachinePortEndpoint[] {
  const { mesh } = world.selection();
  // Without address and network, callers get no endpoint, or an endpoint with an empty address (docs/istio.md#empty-address).
  if (entry.address === "" && entry.network === "") return [];
  if (!selectionMatch(host.selector, { kind: "entry", entry }, mesh).isStored) return [];
  const machine = workloadOfCandidate({ kind: "entry", entry }, mesh);
  return callerServicesOfObject(host, world).flatMap((service) =>
    isHeadless(service) ? [] : machinePortEndpoints(service, machine, othersOf(service, world)),
  );
}

/**
 * Returns true for a headless Service. Its callers connect to the addresses that DNS returns, and DNS lists no machine (docs/istio.md#dns-names;
 * measured).
 */
function isHeadless({ winner }: CallerService): boolean {
  return winner?.origin.kind === "Service" && winner.discovery === "ORIGINAL_DST";
}

/** Returns all endpoints of the host name with their health, if callers connect to the original destination; otherwise none are needed. */
function othersOf(service: CallerService, world: FindingsWorld): readonly StoredEndpoint[] {
  const { host, winner } = service;
  if (winner === null || !usesOriginalDestination(service)) return [];
  return storedEndpoints(host, winner.namespace, { ...service.world, ...world.membersIn(winner.namespace) }).endpoints;
}

/**
 * The object that defines a host name for callers makes it MESH_EXTERNAL, which is also the default, and its machines have a service account. Callers
 * send plain text and do not check the identity of the machines (pilot/pkg/networking/core/cluster_tls.go buildUpstreamTLSSettings). A TLS mode of a
 * DestinationRule overrides this.
 */
export const externalWithAccounts: Rule<"host"> = {
  code: "STL309",
  name: "external-with-accounts",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "mesh-config"],
  needsAll: ["destinationrules", "peerauthentications"],
  refutedBy: () => ["services", "serviceentries"],
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || selector.selector === null) return [];
    const machines = world.mutualMachinesOf(host);
    if (machines === 0) return [];
    const plain = callerServicesOfObject(host, world).map((service) => ({ service, ports: plainPorts(service) }));
    const found = plain.filter(({ ports }) => ports.length > 0);
    const owners = [...new Set(found.flatMap(({ service }) => service.winner?.origin ?? []))];
    const [owner] = owners;
    if (owner === undefined) return [];
    // One patch changes one object. With several of them each has a finding of its own, and its own patch.
    const patch =
      owners.length > 1 ? undefined : ({ ...findingObject(owner.kind, owner), type: "merge", body: { spec: { location: "MESH_INTERNAL" } } } as const);
    const others = owners.filter((one) => !isSameService(one, selector)).map((one) => findingObject(one.kind, one));
    const ports = [...new Set(found.flatMap((one) => one.ports))];
    return [
      {
        objects: [serviceFindingObject(host), ...others],
        evidence: { hosts: found.map(({ service }) => service.host), machines, ports },
        ...(patch && { patch }),
      },
    ];
  },
};

/** Returns the ports on which callers send the object's machines plain text only because the location is MESH_EXTERNAL. */
function plainPorts({ winner, ports, world }: CallerService): readonly string[] {
  if (winner?.isExternal !== true) return [];
  const joined = ports.flatMap(({ joins }) => joins);
  const plain = joined.filter(({ definition, rule, port }) => {
    const policy = trafficPolicyFor(rule, "", port.number);
    const inMesh = callerPortTls({ ...definition, isExternal: false }, policy, [], world);
    return callerPortTls(definition, policy, [], world).because === "external" && inMesh.tls === "by-endpoint";
  });
  return plain.map(({ port }) => String(port.number));
}

/**
 * A PeerAuthentication makes the sidecar of a machine accept mutual TLS only, and callers send plain text, because the entry has no service account;
 * or the reverse (pilot/pkg/xds/endpoints/mtls_checker.go, pilot/pkg/networking/core/cluster_tls.go).
 */
export const refusedByPolicy: Rule<"entry"> = {
  code: "STL317",
  name: "refused-by-policy",
  subject: "entry",
  severity: "error",
  needs: ["services", "serviceentries", "mesh-config"],
  needsAll: ["peerauthentications", "destinationrules"],
  betterWith: ["workload-pods"],
  // A Pod without the label turns mTLS off for all endpoints of a port (docs/istio.md#client-tls).
  refutedBy: (entry, world) =>
    world.hostsTaking(entry).some((host) => callerServicesOfObject(host, world).some(usesOriginalDestination)) ? ["workload-pods"] : [],
  noPatchBecause: "whether the machine has a sidecar, and which account that runs as, only its owner knows",
  detect: (entry, world) => {
    const selection = world.selection();
    const { rootNamespace } = selection.mesh;
    const isRefusing = selection.authentications.some((one) => (one.namespace === entry.namespace || one.namespace === rootNamespace) && refuses(one));
    if (!isRefusing) return [];
    return world.hostsTaking(entry).flatMap((host) => {
      const refused = endpointsOfMachine(entry, host, world).flatMap(({ machine, port, ends, tls }) => {
        const [spoken, takes] = [tls.sends, acceptedTlsMode(machine, ends, selection)];
        return isTlsRefused(spoken, takes) ? [{ port, spoken, takes, because: tls.because }] : [];
      });
      const [first] = refused;
      if (first === undefined) return [];
      const ports = [...new Set(refused.map(({ port }) => String(port)))];
      const evidence = {
        ...{ host: serviceKey(host), hosts: host.hosts, ports, sends: first.spoken, takes: first.takes },
        ...{ because: first.because, account: entry.serviceAccount },
      };
      return [{ of: serviceKey(host), objects: [findingObject("WorkloadEntry", entry), serviceFindingObject(host)], evidence }];
    });
  },
};

/** Returns true if the policy can make a sidecar reject a caller. */
function refuses({ mode, ports }: PeerAuthentication): boolean {
  return [mode, ...ports.map(([, ofPort]) => ofPort)].some((one) => one === "STRICT" || one === "DISABLE");
}

/** Rules about mutual TLS between callers and machines. */
export const SERVICE_MUTUAL_TLS_RULES: readonly AnyRule[] = [externalWithAccounts, refusedByPolicy];
