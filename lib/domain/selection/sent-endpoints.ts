import type { LabelMap, StoredWorkload } from "./machine";
import type { MissingMarkCause } from "./mutual-tls";
import type { MeshService } from "./objects";
import type { SliceRefusal } from "./slice-addresses";
import type { StoredEndpoint } from "./stored-endpoints";
import type { NetworkGateway } from "./world";

/** An endpoint as a caller gets it: a machine, or a gateway in place of machines. */
export interface SentEndpoint {
  readonly address: string;
  /** 0 for a socket. */
  readonly port: number;
  readonly health: StoredEndpoint["health"];
  /** The weight of one copy. */
  readonly weight: number;
  /** Times that istiod lists it. A caller keeps one, and its locality has the weight of all. */
  readonly copies: number;
  /** The TLS mode written on it; callers match `istio` (docs/istio.md#mtls-mark). */
  readonly mark: string;
  /** The setting that removes tlsMode `istio`. Null = its tlsMode is `istio`. */
  readonly unmarked: MissingMarkCause | null;
  /** The labels that failoverPriority compares with the caller's. */
  readonly labels: LabelMap;
  readonly stands:
    | { readonly for: "machine"; readonly held: StoredEndpoint }
    | { readonly for: "gateway"; readonly gateway: NetworkGateway; readonly machines: readonly StoredWorkload[] };
}

/** Returns the weight of endpoints with all their copies. */
export function weightOfAll(endpoints: readonly Pick<SentEndpoint, "weight" | "copies">[]): number {
  return endpoints.reduce((sum, { weight, copies }) => sum + weight * copies, 0);
}

/** The endpoints of one locality text. The caller's proxy orders and weighs these groups. */
export interface SentLocalityGroup {
  readonly locality: string;
  /** Callers use 0 first. */
  readonly priority: number;
  /** The sum of its endpoints, or the weight from `distribute`; 0 = not set. */
  readonly weight: number;
  readonly endpoints: readonly SentEndpoint[];
}

/** The reason why a caller does not get an endpoint that istiod stores for the service. */
export type LeftOutReason =
  | { readonly code: "port-name-missing"; readonly missing: string }
  /** The object that selects it does not have this port; another object of the host name does (docs/istio.md#merged-ports, #joined-endpoints). */
  | { readonly code: "port-not-served" }
  /** DNS_ROUND_ROBIN keeps one endpoint, and `by` has its place (docs/istio.md#round-robin). */
  | { readonly code: "round-robin-taken"; readonly by: string }
  /**
   * A Pod with the namespace and name of an entry. istiod does not send it to ServiceEntries (recording services). A ServiceEntry that is computed again for
   * another reason may get it: not determined.
   */
  | { readonly code: "name-taken-by-entry" }
  /** A port of the same number and another protocol comes first, and entries have an endpoint for that one only (recording services). */
  | { readonly code: "port-number-taken"; readonly by: string }
  /** The winning definition has another name for this port, and endpoints are joined by name (docs/istio.md#joined-endpoints). */
  | { readonly code: "other-port-name"; readonly name: string; readonly wanted: string }
  /** A host name in a list that callers do not resolve (docs/istio.md#address-kinds). */
  | { readonly code: "not-an-ip-address"; readonly address: string }
  | { readonly code: "not-in-subset"; readonly subset: string }
  /** `internalTrafficPolicy: Local`: only endpoints on the caller's Node. */
  | { readonly code: "other-node"; readonly node: string }
  | { readonly code: "unhealthy-not-sent" | "draining" }
  /** The endpoint has no address: the caller is in its network, or the network has no gateway (docs/istio.md#empty-address). */
  | { readonly code: "no-address"; readonly network: string }
  /** A socket. istiod drops it for every caller if the mesh has a gateway of any network. */
  | { readonly code: "socket-beside-gateways" }
  /** The endpoint is in another network with a gateway, and has no mTLS mark (docs/istio.md#gateway-path). */
  | { readonly code: "not-marked-for-gateway"; readonly network: string; readonly because: MissingMarkCause }
  | { readonly code: "gateway-of-other-family"; readonly network: string }
  /** The endpoint is in another network without a gateway. Only with AMBIENT_ENABLE_MULTI_NETWORK (docs/istio.md#multi-network-flag). */
  | { readonly code: "network-without-gateway"; readonly network: string }
  /** `distribute` names other localities for this caller (docs/istio.md#distribute). */
  | { readonly code: "locality-left-out"; readonly locality: string }
  /** An address of an EndpointSlice that istiod does not store. */
  | SliceRefusal;

export interface LeftOutWorkload {
  readonly machine: StoredWorkload;
  readonly reason: LeftOutReason;
}

/**
 * The endpoints of a list that a caller's proxy keeps. Of equal addresses and ports it keeps the first in the order of the list (docs/istio.md#equal-addresses,
 * #gateway-weights; Envoy's source).
 */
export interface ProxyEndpoints {
  readonly groups: readonly SentLocalityGroup[];
  /** Dropped endpoints, each with the first copy in the list. */
  readonly dropped: readonly { readonly endpoint: SentEndpoint; readonly for: SentEndpoint }[];
}

/**
 * Returns the endpoints that a caller's proxy keeps. Two machines with one address are one endpoint for it. A gateway in several localities has the priority
 * and weight of the first, and routes to the machines of all of them.
 */
export function proxyEndpoints(groups: readonly SentLocalityGroup[]): ProxyEndpoints {
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

/** Adds the machines of its dropped copies to a gateway. */
function withCopies(endpoint: SentEndpoint, dropped: ProxyEndpoints["dropped"]): SentEndpoint {
  const { stands } = endpoint;
  if (stands.for !== "gateway") return endpoint;
  const further = dropped.flatMap(({ endpoint: copy, for: first }) => (first === endpoint && copy.stands.for === "gateway" ? copy.stands.machines : []));
  return { ...endpoint, stands: { ...stands, machines: [...stands.machines, ...further] } };
}

/** A machine that a caller's proxy keeps on no port, and the endpoint of the same object that it keeps for its address and port. */
export interface DuplicateWorkload {
  readonly origin: MeshService;
  readonly machine: StoredWorkload;
  readonly of: StoredWorkload;
}

/** The copies in the lists of all ports of a host name. */
export function duplicateWorkloads(lists: readonly ProxyEndpoints[]): readonly DuplicateWorkload[] {
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
