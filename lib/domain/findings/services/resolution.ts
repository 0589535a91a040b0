import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { findingMergePatch } from "@/lib/domain/findings/patch";
import { type AnyRule, type DetectedFinding, findingObject, type Rule } from "@/lib/domain/findings/rule";
import {
  destinationRuleForCallers,
  hostNameDefinitionsOfObject,
  sentEndpointCount,
  serviceFindingObject,
  serviceKey,
  trafficPoliciesByPort,
} from "@/lib/domain/findings/service-parts";
import { addressKind } from "@/lib/domain/selection/ip-address";
import { localitySettingOf, ordersByLabels } from "@/lib/domain/selection/locality-routing";
import { selectionMatch } from "@/lib/domain/selection/matching";
import type { SelectableEntry, ServiceEntry } from "@/lib/domain/selection/objects";
import type { ExclusionReasonCode } from "@/lib/domain/selection/reasons";
import type { SelectionWorld } from "@/lib/domain/selection/world";

/**
 * Returns true if a traffic distribution or `failoverPriority` would order the endpoints of a ServiceEntry by labels after a change to resolution
 * DNS. istiod since 1.30 then ends with a panic, if the endpoints are in several localities (docs/istio.md#dns-panic).
 */
function wouldOrderDnsByLabels(selector: ServiceEntry, selection: SelectionWorld): boolean {
  const { mesh } = selection;
  return hostNameDefinitionsOfObject({ selector: { ...selector, resolution: "DNS" } }, selection).some((definition) =>
    trafficPoliciesByPort(definition, destinationRuleForCallers(definition, selection)).some(({ policy }) =>
      ordersByLabels(localitySettingOf(definition, policy, mesh), (policy?.outlier ?? null) !== null || mesh.outlierByDefault),
    ),
  );
}

/**
 * A selector matches a machine, but istiod skips it silently: its address is a host name or a socket, which a Service and a STATIC ServiceEntry do not accept
 * (pilot/pkg/serviceregistry/serviceentry/controller.go, serviceregistry/util/workloadinstances).
 */
export const skippedForItsAddress: Rule<"entry"> = {
  code: "STL304",
  name: "skipped-for-its-address",
  subject: "entry",
  severity: "error",
  needs: ["services", "serviceentries"],
  detect: (entry, world) => {
    const kind = addressKind(entry.address);
    if (kind !== "host-name" && kind !== "socket") return [];
    return world.hostsIn(entry.namespace).flatMap((host) => {
      const { reasons, isSelected } = selectionMatch(host.selector, { kind: "entry", entry }, world.mesh.settings, OF_ADDRESS);
      const isSkipped = reasons.some(({ code }) => code === "host-name-address" || code === "socket-address");
      return isSkipped && isSelected ? [found(entry, host, kind, world)] : [];
    });
  },
};

/**
 * Returns the finding, with a patch to resolution DNS if that is safe. Only a ServiceEntry has a resolution that accepts host names. A Service needs
 * an IP address, which only the machine's owner knows. For a socket there is no patch: istiod sends it with resolution DNS, and the effect on the
 * proxy was not measured (docs/istio.md#address-kinds).
 */
function found(entry: WorkloadEntry, host: ServiceSubject, kind: "host-name" | "socket", world: FindingsWorld): DetectedFinding {
  const { selector } = host;
  const evidence = {
    address: entry.address,
    kind,
    host: serviceKey(host),
    hosts: host.hosts,
    by: selector.kind === "Service" ? "Service" : selector.resolution,
  };
  const objects = [findingObject("WorkloadEntry", entry), serviceFindingObject(host)];
  if (selector.kind === "Service" || kind === "socket" || !canUseDns(selector, [entry.network, ...world.networksOf(host).map(({ name }) => name)], world))
    return { of: serviceKey(host), objects, evidence };
  const patch = { kind: "ServiceEntry", namespace: selector.namespace, name: selector.name, type: "merge", body: { spec: { resolution: "DNS" } } } as const;
  return { of: serviceKey(host), objects, evidence, patch };
}

const OF_ADDRESS: ReadonlySet<ExclusionReasonCode> = new Set<ExclusionReasonCode>(["host-name-address", "socket-address"]);

/**
 * Returns true if callers keep all endpoints after a change to resolution DNS: the API server accepts it (docs/istio.md#serviceentry-fields), istiod
 * does not panic, and the machines are behind no gateway, which a DNS service may not use (docs/istio.md#dns-gateways).
 */
function canUseDns(selector: ServiceEntry, networks: readonly string[], world: FindingsWorld): boolean {
  const { hosts, addresses } = selector;
  if (hosts.some((name) => name.includes("*")) || addresses.some((address) => address.includes("/"))) return false;
  return !world.mesh.settings.gateways.some(({ network }) => networks.includes(network)) && !wouldOrderDnsByLabels(selector, world.selection());
}

/**
 * A ServiceEntry selects machines, but its resolution is NONE or not set, which is the same. Callers connect to the address that the application uses and get
 * no list of endpoints (pilot/pkg/serviceregistry/serviceentry/conversion.go; the webhook only warns).
 */
export const selectorWithoutResolution: Rule<"host"> = {
  code: "STL307",
  name: "selector-without-resolution",
  subject: "host",
  severity: "error",
  needs: ["serviceentries"],
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || selector.selector === null || selector.resolution !== "NONE") return [];
    const machines = matchedMachines(selector, world);
    const isByHostName = machines.some(({ address }) => addressKind(address) !== "ip");
    const hasRange = selector.addresses.some((address) => address.includes("/"));
    const isKnown = world.sees("workloadentries", selector.namespace);
    const evidence = { hosts: host.hosts, machines: machines.length, isKnown, isByHostName, hasRange };
    const isMeant = machines.length > 0 && !isByHostName && isOneService(selector, machines);
    return [
      {
        objects: [serviceFindingObject(host)],
        evidence,
        ...(isMeant && { patch: findingMergePatch("ServiceEntry", selector, { spec: { resolution: "STATIC" } }) }),
      },
    ];
  },
};

const OF_RESOLUTION: ReadonlySet<ExclusionReasonCode> = new Set<ExclusionReasonCode>(["resolution-none", "host-name-address"]);

/** Returns the machines that the selector would match with another resolution. */
function matchedMachines(selector: ServiceEntry, world: FindingsWorld): readonly SelectableEntry[] {
  const { entries, mesh } = world.selection(selector.namespace);
  return entries.filter((entry) => selectionMatch(selector, { kind: "entry", entry }, mesh, OF_RESOLUTION).isStored);
}

/**
 * Returns true if a caller cannot choose a machine, so that any of them may answer: HTTP callers send the host name, other callers connect to an
 * address of the service that no machine has. A wildcard or a CIDR range can mean one machine.
 */
function isOneService({ hosts, addresses, ports }: ServiceEntry, machines: readonly SelectableEntry[]): boolean {
  if (hosts.some((name) => name.includes("*")) || addresses.some((address) => address.includes("/"))) return false;
  if (machines.some(({ address }) => addresses.includes(address))) return false;
  return addresses.length > 0 || ports.every(({ protocol }) => /^(HTTP|GRPC)/i.test(protocol) && !/^HTTPS/i.test(protocol));
}

/**
 * DNS_ROUND_ROBIN has one endpoint for each port of a service, and the ServiceEntry selects several machines or Pods. Callers use the first by kind
 * and name, and never the others (pilot/pkg/serviceregistry/serviceentry/conversion.go; LOGICAL_DNS of Envoy uses one endpoint).
 */
export const roundRobinOfSeveralEndpoints: Rule<"host"> = {
  code: "STL308",
  name: "round-robin-of-several",
  subject: "host",
  severity: "error",
  needs: ["workloadentries"],
  betterWith: ["workload-pods"],
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || selector.resolution !== "DNS_ROUND_ROBIN" || selector.selector === null) return [];
    const sent = sentEndpointCount(world.countsOf(host));
    if (sent < 2) return [];
    const isOrdered = wouldOrderDnsByLabels(selector, world.selection());
    const evidence = { hosts: host.hosts, sent, lost: sent - 1, isOrdered };
    return [
      {
        objects: [serviceFindingObject(host)],
        evidence,
        ...(!isOrdered && { patch: findingMergePatch("ServiceEntry", selector, { spec: { resolution: "DNS" } }) }),
      },
    ];
  },
};

/** Rules about the resolution of a ServiceEntry. */
export const SERVICE_RESOLUTION_RULES: readonly AnyRule[] = [skippedForItsAddress, selectorWithoutResolution, roundRobinOfSeveralEndpoints];
