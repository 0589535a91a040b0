import { compareText } from "@/lib/domain/object/compare-text";
import { compareByAge } from "./definitions";
import { type EndpointPort, type PortRule, portForService, portForServiceEntry, portForServicePod } from "./endpoint-port";
import { serviceHostName, serviceNameOf } from "./host-name";
import { addressFamily, addressKind, socketPath } from "./ip-address";
import { isStoredByIstiod, reasonsAgainst, workloadOfCandidate } from "./matching";
import type { KubernetesService, MeshService, ServiceEntry } from "./objects";
import type { ExclusionReasonCode, SelectionCandidate } from "./reasons";
import { addressesWithoutPodPorts, type MergedSliceAddress, podsWithConflictingSlices, type SliceAddressRefusal, sliceAddresses } from "./slice-addresses";
import { isReadByRevision, type StoredWorkload, workloadOfHostName, workloadOfInlineEndpoint } from "./workload";
import type { SelectionWorld } from "./world";

/** An endpoint as istiod stores it for a service, before it considers the caller. */
export interface StoredEndpoint {
  readonly machine: StoredWorkload;
  readonly origin: MeshService;
  /** The name of the port of `origin` to which the endpoint belongs. */
  readonly portName: string;
  /** The number of the port of `origin`, if that is a ServiceEntry: DNS services match endpoints by it. Null for a Service. */
  readonly portNumber: number | null;
  /** The port number on the machine; 0 for a socket. */
  readonly port: number;
  readonly rule: PortRule;
  /** The address of the machine; for a socket, the path without `unix://`. */
  readonly address: string;
  /** The number of times that istiod lists the endpoint: once for each address of its ServiceEntry (measured, docs/istio.md#several-addresses). */
  readonly copies: number;
  /** The health that istiod sends. For entries it sends "UNKNOWN", which callers treat as healthy (docs/istio.md#unhealthy-pods). */
  readonly health: "UNKNOWN" | "HEALTHY" | "UNHEALTHY" | "DRAINING";
}

/** A machine that an object selects, but that has no endpoint for one port, and the reason. */
interface PortRefusal {
  readonly machine: StoredWorkload;
  readonly portName: string;
  readonly reason:
    | { readonly code: "port-name-missing"; readonly missing: string }
    | { readonly code: "round-robin-taken"; readonly by: string }
    /**
     * The Pod has the name of an entry. istiod keys entries and Pods of ServiceEntries by namespace and name, and keeps only the entry (recording
     * services).
     */
    | { readonly code: "name-taken-by-entry" }
    /** The Service has two ports with one number and different protocols. Entries have an endpoint only for the first (recording services). */
    | { readonly code: "port-number-taken"; readonly by: string }
    | SliceAddressRefusal;
}

export interface StoredEndpoints {
  readonly endpoints: readonly StoredEndpoint[];
  readonly refusals: readonly PortRefusal[];
  /** Addresses of EndpointSlices that istiod stores, but sends on no port. Callers accept their service accounts (measured). */
  readonly unsent: readonly StoredWorkload[];
  /**
   * True if several EndpointSlices list an address with different values. istiod keeps those of one slice by chance; with `laterSliceFirst`, the
   * function returns the other outcome.
   */
  readonly isContested: boolean;
}

/** The reasons that do not keep istiod from storing an endpoint. It applies them when it sends endpoints. */
export const REASONS_APPLIED_ON_SEND: ReadonlySet<ExclusionReasonCode> = new Set<ExclusionReasonCode>(["draining", "resolution-none", "resolution-dynamic"]);

/** Returns all endpoints that istiod stores for a host name in a namespace, from every object that defines it there (docs/istio.md#joined-endpoints). */
export function storedEndpoints(host: string, namespace: string, world: SelectionWorld): StoredEndpoints {
  const { mesh } = world;
  const service = world.services.find((one) => one.namespace === namespace && serviceHostName(one.name, namespace, mesh.domain) === host);
  const entries = world.serviceEntries
    .filter((one) => one.namespace === namespace && one.hosts.includes(host) && isReadByRevision(one.labels, mesh))
    .sort(compareByAge);
  const hidden = entries.flatMap((entry) =>
    hiddenPods(entry, world).flatMap((machine) => entry.ports.map(({ name }) => ({ machine, portName: name, reason: NAME_TAKEN }))),
  );
  const ofEntries = withOneOfRoundRobin(entries.map((entry) => ofServiceEntry(entry, host, world)));
  const isAlias = service?.type === "ExternalName";
  const ofService =
    service === undefined || isAlias ? ofEntrySlices(host, { namespace, service, first: entries[0] }, world) : ofKubernetesService(service, world);
  return {
    endpoints: [...ofEntries.endpoints, ...ofService.endpoints],
    refusals: [...hidden, ...ofEntries.refusals, ...ofService.refusals],
    ...{ unsent: ofService.unsent, isContested: ofService.isContested },
  };
}

const NOTHING_HELD: StoredEndpoints = { endpoints: [], refusals: [], unsent: [], isContested: false };

const NAME_TAKEN = { code: "name-taken-by-entry" } as const;

/** Returns the Pods that a ServiceEntry would select if no entry had their names. */
function hiddenPods(entry: ServiceEntry, world: SelectionWorld): readonly StoredWorkload[] {
  if (entry.selector === null) return [];
  const isHidden = isHiddenByName(world);
  return selectedCandidates(entry, world)
    .filter(isHidden)
    .map((one) => workloadOfCandidate(one, world.mesh));
}

function isHiddenByName({ entries, mesh }: SelectionWorld): (candidate: SelectionCandidate) => boolean {
  return (candidate) =>
    candidate.kind === "pod" &&
    entries.some((entry) => entry.name === candidate.pod.name && entry.namespace === candidate.pod.namespace && isStoredByIstiod(entry, mesh));
}

/** Returns the machines that an object selects, Pods first, then by namespace and name (docs/istio.md#serviceentry-selector). */
export function selectedCandidates(selector: MeshService, world: SelectionWorld): readonly SelectionCandidate[] {
  const candidates: SelectionCandidate[] = [
    ...world.pods.map((pod) => ({ kind: "pod", pod }) as const),
    ...world.entries.map((entry) => ({ kind: "entry", entry }) as const),
  ];
  const taken = candidates.filter((one) => {
    const { namespace } = one.kind === "pod" ? one.pod : one.entry;
    return namespace === selector.namespace && reasonsAgainst(selector, one, world.mesh).every(({ code }) => REASONS_APPLIED_ON_SEND.has(code));
  });
  const nameOf = (one: SelectionCandidate) => (one.kind === "pod" ? one.pod : one.entry).name;
  return taken.sort((a, b) => (a.kind === b.kind ? compareText(nameOf(a), nameOf(b)) : a.kind === "pod" ? -1 : 1));
}

function ofServiceEntry(entry: ServiceEntry, host: string, world: SelectionWorld): readonly StoredEndpoint[] {
  const machines = machinesOf(entry, host, world);
  const copies = copiesOf(entry);
  return machines.flatMap((machine) =>
    entry.ports.map((port) => {
      const found = portForServiceEntry(port, machine);
      const { port: number, rule } = found.port === null ? { port: 0, rule: "service-number" as const } : found;
      return { ...baseOf(machine), copies, origin: entry, portName: port.name, portNumber: port.number, port: number, rule };
    }),
  );
}

/**
 * istiod makes one service of each address of a ServiceEntry, and joins their endpoints. DNS_ROUND_ROBIN always has one endpoint
 * (`serviceentry/conversion.go` convertServices).
 */
function copiesOf({ addresses, resolution }: ServiceEntry): number {
  if (resolution === "DNS_ROUND_ROBIN") return 1;
  return Math.max(1, new Set(addresses.map(withoutFullMask)).size);
}

/** A CIDR block with one address equals that address. */
function withoutFullMask(address: string): string {
  const full = addressFamily(address.split("/")[0] ?? "") === 6 ? "/128" : "/32";
  return address.endsWith(full) ? address.slice(0, -full.length) : address;
}

/**
 * Returns the machines that a ServiceEntry selects; without a selector, the endpoints written in it. If there are none and callers resolve by DNS, it
 * returns the host name itself (docs/istio.md#resolution).
 */
function machinesOf(entry: ServiceEntry, host: string, world: SelectionWorld): readonly StoredWorkload[] {
  const isHidden = isHiddenByName(world);
  if (entry.selector !== null) return selectedCandidates(entry, world).flatMap((one) => (isHidden(one) ? [] : [workloadOfCandidate(one, world.mesh)]));
  const isDns = entry.resolution === "DNS" || entry.resolution === "DNS_ROUND_ROBIN";
  if (entry.endpoints.length === 0 && isDns) return [workloadOfHostName(host, entry)];
  return entry.endpoints.map((endpoint, index) => workloadOfInlineEndpoint(endpoint, { ...entry, index }, world.mesh));
}

function baseOf(machine: StoredWorkload): Pick<StoredEndpoint, "machine" | "address" | "copies" | "health"> {
  const address = addressKind(machine.address) === "socket" ? socketPath(machine.address) : machine.address;
  return { machine, address, copies: 1, health: machine.kind === "pod" ? "HEALTHY" : "UNKNOWN" };
}

/** DNS_ROUND_ROBIN keeps one endpoint for each port of a host name: the first of the oldest object (docs/istio.md#round-robin). */
function withOneOfRoundRobin(lists: readonly (readonly StoredEndpoint[])[]): Pick<StoredEndpoints, "endpoints" | "refusals"> {
  const first = new Map<number, string>();
  const endpoints: StoredEndpoint[] = [];
  const refusals: PortRefusal[] = [];
  for (const held of lists.flat()) {
    const number = held.portNumber ?? 0;
    const by = first.get(number);
    const isRoundRobin = held.origin.kind === "ServiceEntry" && held.origin.resolution === "DNS_ROUND_ROBIN";
    if (isRoundRobin && by !== undefined) {
      refusals.push({ machine: held.machine, portName: held.portName, reason: { code: "round-robin-taken", by } });
      continue;
    }
    endpoints.push(held);
    if (by === undefined) first.set(number, held.machine.name);
  }
  return { endpoints, refusals };
}

function ofKubernetesService(service: KubernetesService, world: SelectionWorld): StoredEndpoints {
  const endpoints: StoredEndpoint[] = [];
  const refusals: PortRefusal[] = [];
  // Kubernetes also lists the Pods of a headless Service. istiod stores them, though callers do not request them.
  const taken = selectedCandidates({ ...service, isHeadless: false }, world).filter((one) => one.kind === "pod" || !service.isHeadless);
  for (const candidate of taken) {
    const machine = workloadOfCandidate(candidate, world.mesh);
    for (const port of service.ports) {
      const first = service.ports.find(({ number }) => number === port.number);
      if (candidate.kind === "entry" && first !== undefined && first !== port) {
        refusals.push({ machine, portName: port.name, reason: { code: "port-number-taken", by: first.name } });
        continue;
      }
      const found: EndpointPort = candidate.kind === "pod" ? portForServicePod(port, candidate.pod) : portForService(port, machine);
      if (found.port === null) refusals.push({ machine, portName: port.name, reason: { code: "port-name-missing", missing: found.missing } });
      else endpoints.push({ ...baseOf(machine), health: healthOf(candidate, service), origin: service, portName: port.name, portNumber: null, ...found });
    }
  }
  const pods = taken.flatMap((one) => (one.kind === "pod" ? [one.pod] : []));
  const addresses = sliceAddresses(service, world);
  const contested = new Set(podsWithConflictingSlices(addresses, service, pods).map(({ pod }) => pod));
  const isReplaced = ({ name }: { readonly name: string }) => world.laterSliceFirst === true && contested.has(name);
  const listed = ofSlices(
    service,
    addressesWithoutPodPorts(
      addresses,
      service,
      pods.filter((pod) => !isReplaced(pod)),
    ),
  );
  const isKept = ({ machine, address, portName }: StoredEndpoint) =>
    machine.kind !== "pod" || !isReplaced(machine) || !listed.endpoints.some((one) => one.address === address && one.portName === portName);
  return {
    ...{
      endpoints: [...firstOfEachAddress(endpoints).filter(isKept), ...listed.endpoints],
      refusals: [...refusals, ...listed.refusals],
      unsent: listed.unsent,
    },
    isContested: listed.isContested || contested.size > 0,
  };
}

/**
 * Keeps the first of several Pods with one address, such as Pods in the host network of a Node. istiod stores one endpoint for each address and port
 * name.
 */
function firstOfEachAddress(endpoints: readonly StoredEndpoint[]): readonly StoredEndpoint[] {
  const seen = new Set<string>();
  return endpoints.filter(({ machine, address, portName }) => {
    if (machine.kind !== "pod") return true;
    const key = `${address} ${portName}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/**
 * Returns the addresses of EndpointSlices that name a Service which does not exist, or an ExternalName Service. istiod adds these addresses to the
 * ServiceEntries of the host name (recording ownerless). Here they belong to the oldest ServiceEntry.
 */
function ofEntrySlices(
  host: string,
  { namespace, service, first }: { readonly namespace: string; readonly service: KubernetesService | undefined; readonly first: ServiceEntry | undefined },
  world: SelectionWorld,
): StoredEndpoints {
  const name = serviceNameOf(host, namespace, world.mesh.domain);
  if (first === undefined || name === null) return NOTHING_HELD;
  return ofSlices(first, sliceAddresses({ namespace, name, labels: service?.labels ?? null }, world));
}

/**
 * istiod joins addresses of EndpointSlices to ports by name. A port that `origin` does not have can be a port of another object with the same host
 * name (measured).
 */
function ofSlices(origin: MeshService, addresses: readonly MergedSliceAddress[]): StoredEndpoints {
  const endpoints: StoredEndpoint[] = [];
  const refusals: PortRefusal[] = [];
  const unsent: StoredWorkload[] = [];
  for (const { machine, ports, refusal } of addresses) {
    for (const { name, port, health } of ports) endpoints.push({ ...baseOf(machine), health, origin, portName: name, portNumber: null, port, rule: "slice" });
    const isStored = refusal === null || refusal.code === "slice-not-ready";
    if (isStored && !origin.ports.some(({ name }) => ports.some((one) => one.name === name))) unsent.push(machine);
    for (const { name } of origin.ports) {
      if (ports.some((one) => one.name === name)) continue;
      refusals.push({ machine, portName: name, reason: refusal ?? { code: "port-name-missing", missing: name } });
    }
  }
  return { endpoints, refusals, unsent, isContested: addresses.some((one) => one.isContested) };
}

/** A Service lists Pods that are not ready as unhealthy, unless the Service publishes them as ready (recording mixed). */
function healthOf(candidate: SelectionCandidate, service: KubernetesService): StoredEndpoint["health"] {
  if (candidate.kind === "entry") return "UNKNOWN";
  return candidate.pod.ready || service.publishesUnready ? "HEALTHY" : "UNHEALTHY";
}
