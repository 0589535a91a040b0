import type { MissingMarkCause } from "./mutual-tls";
import type { MeshService } from "./objects";
import type { SliceAddressRefusal } from "./slice-addresses";
import type { StoredEndpoint } from "./stored-endpoints";
import type { LabelMap, StoredWorkload } from "./workload";
import type { NetworkGateway } from "./world";

/** An endpoint as a caller gets it: a machine, or a gateway in place of machines. */
export interface SentEndpoint {
  readonly address: string;
  /** The port number; 0 for a socket. */
  readonly port: number;
  readonly health: StoredEndpoint["health"];
  /** The weight of the endpoint. If istiod lists it several times, the weight of one copy. */
  readonly weight: number;
  /** The number of times that istiod lists the endpoint. A caller keeps one copy, and its locality has the weight of all. */
  readonly copies: number;
  /** The tlsMode that istiod writes on the endpoint. Callers send mTLS if it is `istio` (docs/istio.md#mtls-mark). */
  readonly mark: string;
  /** The setting because of which the endpoint does not have tlsMode `istio`. Null = it has this tlsMode. */
  readonly unmarked: MissingMarkCause | null;
  /** The labels that failoverPriority compares with the caller's. */
  readonly labels: LabelMap;
  readonly stands:
    | { readonly for: "machine"; readonly held: StoredEndpoint }
    | { readonly for: "gateway"; readonly gateway: NetworkGateway; readonly machines: readonly StoredWorkload[] };
}

/** Returns the sum of the weights of endpoints and all their copies. */
export function totalWeight(endpoints: readonly Pick<SentEndpoint, "weight" | "copies">[]): number {
  return endpoints.reduce((sum, { weight, copies }) => sum + weight * copies, 0);
}

/** The endpoints whose localities have the same text. The caller's proxy orders and weighs such groups. */
export interface SentLocalityGroup {
  readonly locality: string;
  /** The priority of the group; callers use 0 first. */
  readonly priority: number;
  /** The weight of the group: the sum of its endpoints, or the weight from `distribute`; 0 = not set. */
  readonly weight: number;
  readonly endpoints: readonly SentEndpoint[];
}

/** The reason why a caller does not get an endpoint that istiod stores for the service. */
export type LeftOutReason =
  | { readonly code: "port-name-missing"; readonly missing: string }
  /**
   * The object that selects the machine does not have this port. Another object with the same host name does (docs/istio.md#merged-ports,
   * #joined-endpoints).
   */
  | { readonly code: "port-not-served" }
  /** DNS_ROUND_ROBIN keeps only one endpoint, that of the machine `by` (docs/istio.md#round-robin). */
  | { readonly code: "round-robin-taken"; readonly by: string }
  /**
   * A Pod with the namespace and name of an entry. istiod does not add the Pod to ServiceEntries (recording services). If it computes a ServiceEntry
   * again for another reason, it may add the Pod.
   */
  | { readonly code: "name-taken-by-entry" }
  /**
   * The Service has another port with this number and another protocol before this port, and entries have an endpoint only for the first (`by`;
   * recording services).
   */
  | { readonly code: "port-number-taken"; readonly by: string }
  /**
   * The object that defines the host name has another name for this port, and istiod joins endpoints by port name (docs/istio.md#joined-endpoints).
   */
  | { readonly code: "other-port-name"; readonly name: string; readonly wanted: string }
  /** The address is a host name, in an endpoint list whose names callers do not resolve (docs/istio.md#address-kinds). */
  | { readonly code: "not-an-ip-address"; readonly address: string }
  | { readonly code: "not-in-subset"; readonly subset: string }
  /** The Service has `internalTrafficPolicy: Local`, and the endpoint is not on the caller's Node. */
  | { readonly code: "other-node"; readonly node: string }
  | { readonly code: "unhealthy-not-sent" | "draining" }
  /**
   * The endpoint has no address, and no gateway replaces it: the caller is in its network, or its network has no gateway
   * (docs/istio.md#empty-address).
   */
  | { readonly code: "no-address"; readonly network: string }
  /** The address is a socket. istiod drops it for every caller if the mesh has a gateway of any network. */
  | { readonly code: "socket-beside-gateways" }
  /** The endpoint is in another network with a gateway, and has no mTLS mark (docs/istio.md#gateway-path). */
  | { readonly code: "not-marked-for-gateway"; readonly network: string; readonly because: MissingMarkCause }
  | { readonly code: "gateway-of-other-family"; readonly network: string }
  /** The endpoint is in another network without a gateway. This counts only with AMBIENT_ENABLE_MULTI_NETWORK (docs/istio.md#multi-network-flag). */
  | { readonly code: "network-without-gateway"; readonly network: string }
  /** `distribute` sends requests from the caller's locality only to other localities (docs/istio.md#distribute). */
  | { readonly code: "locality-left-out"; readonly locality: string }
  /** An address of an EndpointSlice that istiod does not store. */
  | SliceAddressRefusal;

export interface LeftOutWorkload {
  readonly machine: StoredWorkload;
  readonly reason: LeftOutReason;
}

/**
 * The endpoints of a list that a caller's proxy keeps. Of several endpoints with one address and port, it keeps the first in the order of the list
 * (docs/istio.md#equal-addresses, #gateway-weights; Envoy's source).
 */
export interface EndpointsDeduplicatedByProxy {
  readonly groups: readonly SentLocalityGroup[];
  /** The dropped endpoints. `for`: the first endpoint in the list with the same address and port. */
  readonly dropped: readonly { readonly endpoint: SentEndpoint; readonly for: SentEndpoint }[];
}

/**
 * Returns the endpoints of a list that a caller's proxy keeps. Two machines with one address and port are one endpoint for the proxy. A gateway in
 * several localities has the priority and weight of the first, and routes to the machines of all of them.
 */
export function endpointsDeduplicatedByProxy(groups: readonly SentLocalityGroup[]): EndpointsDeduplicatedByProxy {
  const first = new Map<string, SentEndpoint>();
  const dropped: { endpoint: SentEndpoint; for: SentEndpoint }[] = [];
  const kept = groups.map((group) => ({
    ...group,
    endpoints: group.endpoints.filter((endpoint) => {
      const key = JSON.stringify([endpoint.address, endpoint.port]);
      const before = first.get(key);
      if (before === undefined) first.set(key, endpoint);
      else dropped.push({ endpoint, for: before });
      return before === undefined;
    }),
  }));
  return { groups: kept.map((group) => ({ ...group, endpoints: group.endpoints.map((endpoint) => withCopies(endpoint, dropped)) })), dropped };
}

/** Adds the machines of a gateway's dropped copies to the gateway. */
function withCopies(endpoint: SentEndpoint, dropped: EndpointsDeduplicatedByProxy["dropped"]): SentEndpoint {
  const { stands } = endpoint;
  if (stands.for !== "gateway") return endpoint;
  const further = dropped.flatMap(({ endpoint: copy, for: first }) => (first === endpoint && copy.stands.for === "gateway" ? copy.stands.machines : []));
  return { ...endpoint, stands: { ...stands, machines: [...stands.machines, ...further] } };
}

/**
 * A machine whose endpoints a caller's proxy drops on every port. `of`: the machine of the same object that the proxy keeps for this address and
 * port.
 */
export interface DuplicateWorkload {
  readonly origin: MeshService;
  readonly machine: StoredWorkload;
  readonly of: StoredWorkload;
}

/** Returns the machines whose endpoints are dropped in the lists of all ports of a host name. */
export function duplicateWorkloads(lists: readonly EndpointsDeduplicatedByProxy[]): readonly DuplicateWorkload[] {
  const keyOf = ({ kind, namespace, name }: StoredWorkload) => JSON.stringify([kind, namespace, name]);
  const heldBy = ({ stands }: SentEndpoint) => (stands.for === "machine" ? stands.held : null);
  const dropped = lists.flatMap((list) => list.dropped);
  if (dropped.length === 0) return [];
  const kept = new Set(
    lists.flatMap(({ groups }) => groups.flatMap(({ endpoints }) => endpoints.map(heldBy))).map((held) => (held === null ? "" : keyOf(held.machine))),
  );
  const copies = new Map<string, DuplicateWorkload>();
  for (const { endpoint, for: first } of dropped) {
    const [own, other] = [heldBy(endpoint), heldBy(first)];
    if (own === null || other === null || own.origin !== other.origin || kept.has(keyOf(own.machine))) continue;
    if (!copies.has(keyOf(own.machine))) copies.set(keyOf(own.machine), { origin: own.origin, machine: own.machine, of: other.machine });
  }
  return [...copies.values()];
}
