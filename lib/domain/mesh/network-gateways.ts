import type { LabelSet } from "@/lib/domain/object/label-set";
import type { NetworkGateway } from "@/lib/domain/selection/world";
import type { Fact } from "./world";

/** A Service that is a gateway into a network, by its label `topology.istio.io/network` (docs/istio.md#gateways). */
export interface GatewayService {
  readonly namespace: string;
  readonly name: string;
  readonly network: string;
  /** The IP addresses or host names of its load balancer, and its `externalIPs`. */
  readonly addresses: readonly string[];
  /**
   * `used`: istiod uses the external IPs of Nodes, which Stolos does not read (type NodePort, annotation `traffic.istio.io/nodeSelector`, no own address).
   * `possible`: the type NodePort without the annotation. Absent = none.
   */
  readonly nodeAddresses?: "used" | "possible" | "none";
  /** The port for mutual TLS of sidecars: 15443, or the value of the label `networking.istio.io/gatewayPort`; null = none. */
  readonly tlsPort: number | null;
  /** The port for HBONE, which is 15008; null = none. */
  readonly tunnelPort: number | null;
  /** True if it has the label `istio=eastwestgateway`, which Istio's charts set on such a gateway. */
  readonly isEastWest: boolean;
  /** The labels that its selector requires of its Pods. */
  readonly selector: LabelSet;
  /** Ports of Gateway servers that receive the calls to `tlsPort`: that port, or the target port if the Service has no port of this number. */
  readonly serverPorts: readonly number[];
}

/**
 * Returns the gateways that istiod creates from a Service: one for each address, or none without a port that istiod accepts. Port 0 = no mutual TLS
 * of sidecars.
 */
export function networkGatewaysOfService({ network, addresses, tlsPort, tunnelPort }: GatewayService, clusterId: string): readonly NetworkGateway[] {
  if (network === "" || (tlsPort === null && tunnelPort === null)) return [];
  return addresses.map((address) => ({ network, cluster: clusterId, address, port: tlsPort ?? 0 }));
}

/** A port of a Gateway for callers in other networks. `isTunnel`: it accepts HBONE. */
export interface GatewayListener {
  readonly port: number;
  readonly isTunnel: boolean;
}

/** A Gateway of the Kubernetes Gateway API into a network, by its label `topology.istio.io/network` (docs/istio.md#gateways). */
export interface KubernetesGateway {
  readonly namespace: string;
  readonly name: string;
  readonly network: string;
  /** Addresses in `spec.addresses` with the type IPAddress or Hostname. istiod reads no others, and none in the status. */
  readonly addresses: readonly string[];
  /** Listeners that pass mutual TLS by host name, and those for HBONE. */
  readonly listeners: readonly GatewayListener[];
  /** Listeners for mutual TLS with mode Passthrough, each with its host name pattern. */
  readonly passing: readonly { readonly port: number; readonly host: string }[];
  /** `spec.gatewayClassName`. */
  readonly className: string;
  /** Services in its namespace whose Pods its listeners configure, as a name or a host name. */
  readonly services: readonly string[];
  /** True if `spec.allowedListeners` lets ListenerSets of some namespace add listeners. */
  readonly allowsListenerSets: boolean;
}

/** The fact for a cluster that does not serve the kind: it has no such Gateways, and the viewer needs no permission to know that. */
export const NO_GATEWAY_API: Fact<readonly KubernetesGateway[]> = { kind: "known", value: [], source: "the Kubernetes Gateway API is not installed" };

/** Returns true if the cluster does not serve the kind. */
export function hasNoGatewayApi({ kind, source }: Fact<readonly KubernetesGateway[]>): boolean {
  return kind === "known" && source === NO_GATEWAY_API.source;
}

/** Returns the gateways that istiod creates from a Gateway: one for each address and listener. Sidecars get the port of an HBONE listener, too. */
export function networkGatewaysOfKubernetesGateway({ network, addresses, listeners }: KubernetesGateway, clusterId: string): readonly NetworkGateway[] {
  if (network === "") return [];
  return addresses.flatMap((address) => listeners.map(({ port }) => ({ network, cluster: clusterId, address, port })));
}
