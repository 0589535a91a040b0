import { compareText } from "@/lib/domain/object/compare-text";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import { type EndpointPort, portForServicePod } from "./endpoint-port";
import { PERSISTENT_SESSION_LABEL } from "./matching";
import type { EndpointSlice, KubernetesService, SelectablePod, SliceEndpoint } from "./objects";
import type { StoredEndpoint } from "./stored-endpoints";
import { type StoredWorkload, workloadOfSliceAddress } from "./workload";
import type { SelectionWorld } from "./world";

/** The reason why istiod stores no endpoint for an address of an EndpointSlice (measured, docs/istio.md#endpointslices). */
export type SliceAddressRefusal =
  /** The condition `ready` is false, and `terminating` is true or not set. */
  | { readonly code: "slice-not-ready" }
  /** istiod ignores EndpointSlices of type FQDN. */
  | { readonly code: "slice-of-names" }
  /** `targetRef` names a Pod that does not exist. `isKnown` false = not certain, because the Pods of its namespace are not visible. */
  | { readonly code: "slice-pod-missing"; readonly pod: string; readonly isKnown: boolean };

/** One port of an address in an EndpointSlice: its name, its number, and the health that istiod stores. */
export interface SlicePort {
  readonly name: string;
  readonly port: number;
  readonly health: Exclude<StoredEndpoint["health"], "UNKNOWN">;
}

/** One address of the EndpointSlices of a Service, as istiod stores it. */
export interface MergedSliceAddress {
  readonly machine: StoredWorkload;
  /** The names of the EndpointSlices that list it. */
  readonly slices: readonly string[];
  readonly ports: readonly SlicePort[];
  /** The reason why istiod does not store the address. Null = it stores an endpoint for each of `ports`. */
  readonly refusal: SliceAddressRefusal | null;
  /** True if two slices list the address and a port name with different values. istiod keeps one of them by chance (measured). */
  readonly isContested: boolean;
}

/**
 * The state of an address of an EndpointSlice, for a caller or as istiod stores it. "unhealthy": sent as unhealthy, so that it gets no request.
 * "not-known": the objects do not show the result.
 */
export type SliceAddressState = "healthy" | "unhealthy" | "draining" | "not-known" | "not-sent";

/**
 * The Service that EndpointSlices name. `labels` null = the Service does not exist. istiod then adds the addresses to the ServiceEntry with the
 * Service's host name.
 */
type Service = Pick<KubernetesService, "namespace" | "name"> & { readonly labels: KubernetesService["labels"] | null };
type SliceWorld = Pick<SelectionWorld, "slices" | "laterSliceFirst" | "pods" | "mesh" | "lacksPods">;

/** One address as one EndpointSlice lists it. */
interface Listing {
  readonly slice: EndpointSlice;
  readonly address: string;
  readonly pod: SelectablePod | null;
  readonly ports: readonly SlicePort[];
  readonly refusal: SliceAddressRefusal | null;
}

/** Returns the addresses in the EndpointSlices that name a Service, with or without a selector, in the order of the slices' names. */
export function sliceAddresses(service: Service, world: SliceWorld): readonly MergedSliceAddress[] {
  const slices = world.slices.filter((one) => one.namespace === service.namespace && one.service === service.name);
  if (slices.length === 0) return [];
  const byAddress = new Map<string, Listing[]>();
  const [before, after] = world.laterSliceFirst === true ? [1, -1] : [-1, 1];
  for (const slice of [...slices].sort((a, b) => (compareText(a.name, b.name) < 0 ? before : after))) {
    for (const listing of firstOfEach(listingsOf(slice, service, world))) byAddress.set(listing.address, [...(byAddress.get(listing.address) ?? []), listing]);
  }
  return [...byAddress].map(([address, listings]) => addressOf(address, listings, world));
}

/** Returns the port of an address of an EndpointSlice for each port of its Service. */
export function portsForSliceAddress(ports: readonly { readonly name: string }[], address: Pick<MergedSliceAddress, "ports">): readonly EndpointPort[] {
  return ports.map(({ name }) => {
    const found = address.ports.find((one) => one.name === name);
    return found === undefined ? { port: null, missing: name } : { port: found.port, rule: "slice" };
  });
}

/**
 * Returns the addresses of EndpointSlices without the ports that selected Pods have. istiod stores one endpoint for each address and port name, and
 * the slices of Kubernetes' controller list these Pods.
 */
export function addressesWithoutPodPorts(
  addresses: readonly MergedSliceAddress[],
  { ports }: Pick<KubernetesService, "ports">,
  pods: readonly SelectablePod[],
): readonly MergedSliceAddress[] {
  return addresses.flatMap((one) => {
    const pod = pods.find(({ address }) => address === one.machine.address);
    if (pod === undefined) return [one];
    const own = one.ports.filter(({ name }) => ports.every((port) => port.name !== name || portForServicePod(port, pod).port === null));
    return own.length === 0 ? [] : [{ ...one, ports: own }];
  });
}

/** A Pod of a Service whose address is also in another EndpointSlice (`slices`), with another port or health. */
export interface PodWithConflictingSlice {
  readonly pod: string;
  readonly slices: readonly string[];
}

/**
 * Returns the Pods whose address is also in another EndpointSlice with other values. istiod keeps the values of that slice or of the controller's by
 * chance: 12 restarts gave both outcomes (measured).
 */
export function podsWithConflictingSlices(
  addresses: readonly MergedSliceAddress[],
  { ports, publishesUnready }: Pick<KubernetesService, "ports" | "publishesUnready">,
  pods: readonly SelectablePod[],
): readonly PodWithConflictingSlice[] {
  return addresses.flatMap(({ machine, slices, ports: listed }) => {
    const pod = pods.find(({ address }) => address === machine.address);
    if (pod === undefined) return [];
    const health = pod.ready || publishesUnready ? "HEALTHY" : "UNHEALTHY";
    const isOther = ports.some((port) => {
      const found = listed.find(({ name }) => name === port.name);
      const own = portForServicePod(port, pod).port;
      return found !== undefined && own !== null && (found.port !== own || found.health !== health);
    });
    return isOther ? [{ pod: pod.name, slices }] : [];
  });
}

/** Returns the state of an address of an EndpointSlice as istiod stores it, for no particular caller. */
export function storedAddressState({ refusal, isContested, ports }: MergedSliceAddress): SliceAddressState {
  if (refusal?.code === "slice-pod-missing" && !refusal.isKnown) return "not-known";
  if (refusal !== null || ports.length === 0) return "not-sent";
  if (isContested) return "not-known";
  return bestPortHealth(ports);
}

/** Returns the best state among ports: "healthy", otherwise "draining", otherwise "unhealthy". */
export function bestPortHealth(ports: readonly Pick<SlicePort, "health">[]): "healthy" | "draining" | "unhealthy" {
  if (ports.some(({ health }) => health === "HEALTHY")) return "healthy";
  return ports.some(({ health }) => health === "DRAINING") ? "draining" : "unhealthy";
}

function listingsOf(slice: EndpointSlice, service: Service, world: SliceWorld): readonly Listing[] {
  return slice.endpoints.flatMap((endpoint) => endpoint.addresses.map((address) => listingOf(address, endpoint, { slice, service, world })));
}

/** Within an EndpointSlice the first listing of an address counts, also if istiod drops that listing (measured). */
function firstOfEach(listings: readonly Listing[]): readonly Listing[] {
  return [...new Map([...listings].reverse().map((listing) => [listing.address, listing])).values()].reverse();
}

function listingOf(
  address: string,
  endpoint: SliceEndpoint,
  { slice, service, world }: { readonly slice: EndpointSlice; readonly service: Service; readonly world: SliceWorld },
): Listing {
  const pod = podOf(address, endpoint, slice, world);
  const health = healthOf(endpoint, service);
  const refusal =
    slice.addressType === "FQDN"
      ? ({ code: "slice-of-names" } as const)
      : health === null
        ? ({ code: "slice-not-ready" } as const)
        : missingPod(endpoint, pod, world);
  const ports = refusal === null && health !== null ? slice.ports.map(({ name, port }) => ({ name, port, health })) : [];
  return { slice, address, pod, ports, refusal };
}

/**
 * Returns the health of an endpoint of an EndpointSlice; null = istiod drops it. An endpoint that terminates is "DRAINING" for a Service with
 * persistent sessions, while it serves. If no Service exists, `terminating` plays no part (recording ownerless). `publishNotReadyAddresses` plays no
 * part here.
 */
function healthOf({ ready, terminating, serving }: SliceEndpoint, { labels }: Service): SlicePort["health"] | null {
  if (ready !== false) return "HEALTHY";
  if (terminating === false || labels === null) return "UNHEALTHY";
  return valueOfLabel(labels, PERSISTENT_SESSION_LABEL) && serving !== false ? "DRAINING" : null;
}

function missingPod({ pod }: SliceEndpoint, found: SelectablePod | null, { lacksPods }: SliceWorld): SliceAddressRefusal | null {
  if (pod === null || found !== null) return null;
  return { code: "slice-pod-missing", pod: `${pod.namespace}/${pod.name}`, isKnown: lacksPods?.(pod.namespace) !== true };
}

/**
 * Returns the Pod that `targetRef` names; without `targetRef`, the ready Pod with this address in the namespace of the slice. istiod does not watch
 * failed Pods (measured).
 */
function podOf(address: string, { pod }: SliceEndpoint, { namespace }: EndpointSlice, { pods }: SliceWorld): SelectablePod | null {
  const isIt = (one: SelectablePod) =>
    pod === null
      ? one.address === address && one.namespace === namespace && one.ready && one.deletingAt === null && one.phase === "Running"
      : one.name === pod.name && one.namespace === pod.namespace && one.phase !== "Failed";
  return pods.find(isIt) ?? null;
}

/** istiod stores one endpoint for each address and port name. */
function addressOf(address: string, listings: readonly Listing[], { mesh }: SliceWorld): MergedSliceAddress {
  const stored = listings.filter(({ refusal }) => refusal === null);
  const [first] = stored.length > 0 ? stored : listings;
  const ports = new Map<string, SlicePort>();
  let isContested = false;
  for (const port of stored.flatMap((listing) => listing.ports)) {
    const known = ports.get(port.name);
    if (known === undefined) ports.set(port.name, port);
    else if (known.port !== port.port || known.health !== port.health) isContested = true;
  }
  return {
    machine: workloadOfSliceAddress(address, first?.slice.namespace ?? "", first?.pod ?? null, mesh),
    slices: [...new Set(listings.map(({ slice }) => slice.name))],
    ports: [...ports.values()],
    refusal: stored.length > 0 ? null : (first?.refusal ?? null),
    isContested,
  };
}
