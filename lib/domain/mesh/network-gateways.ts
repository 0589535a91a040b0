import type { LabelSet } from "@/lib/domain/object/label-set";
import type { NetworkGateway } from "@/lib/domain/selection/world";
import type { Fact } from "./world";

/** A Service that names a network as the one it leads into: label `topology.istio.io/network` (docs/istio.md#gateways). */
export interface GatewayService {
  readonly namespace: string;
  readonly name: string;
  readonly network: string;
  /** Addresses of its load balancer, IP or host name, and its `externalIPs`. */
  readonly addresses: readonly string[];
  /**
   * `used`: istiod takes the external IPs of Nodes, which Stolos does not read (type NodePort, annotation `traffic.istio.io/nodeSelector`, no own address).
   * `possible`: the type NodePort without the annotation. Absent = none.
   */
  readonly nodeAddresses?: "used" | "possible" | "none";
  /** Its port for mutual TLS of sidecars: 15443, or what the label `networking.istio.io/gatewayPort` says; null = none. */
  readonly tlsPort: number | null;
  /** Its port 15008; null = none. */
  readonly tunnelPort: number | null;
  /** Has it the label `istio=eastwestgateway`, by which Istio's own charts name such a gateway? */
  readonly isEastWest: boolean;
  /** The labels that its selector requires of its Pods. */
  readonly selector: LabelSet;
  /** Ports of Gateway servers that receive the calls to `tlsPort`: that port, or the target port if the Service has no port of this number. */
  readonly serverPorts: readonly number[];
}

/** The gateways that istiod makes of a Service: one for each address; none without a port that it knows. Port 0 = takes no mutual TLS of sidecars. */
export function networkGatewaysOf({ network, addresses, tlsPort, tunnelPort }: GatewayService, clusterId: string): readonly NetworkGateway[] {
  if (network === "" || (tlsPort === null && tunnelPort === null)) return [];
  return addresses.map((address) => ({ network, cluster: clusterId, address, port: tlsPort ?? 0 }));
}

/** A port of a Gateway that lets callers of other networks in. `isTunnel`: it accepts HBONE. */
export interface GatewayListener {
  readonly port: number;
  readonly isTunnel: boolean;
}

/** A Gateway of the Kubernetes Gateway API that names a network as the one it leads into: label `topology.istio.io/network` (docs/istio.md#gateways). */
export interface KubernetesGateway {
  readonly namespace: string;
  readonly name: string;
  readonly network: string;
  /** Of `spec.addresses` those with the type IPAddress or Hostname: istiod reads no others, and none of the status. */
  readonly addresses: readonly string[];
  /** Those that pass mutual TLS on to a host by its name, and those for HBONE. */
  readonly listeners: readonly GatewayListener[];
  /** Listeners that pass mutual TLS with mode Passthrough, each with the host name pattern of the services that it passes. */
  readonly passing: readonly { readonly port: number; readonly host: string }[];
  /** `spec.gatewayClassName`. */
  readonly className: string;
  /** Services in its namespace whose Pods its listeners configure, as a name or a host name. */
  readonly services: readonly string[];
  /** True if `spec.allowedListeners` lets ListenerSets of some namespace add listeners. */
  readonly allowsListenerSets: boolean;
}

/** Where a cluster does not serve the kind: then there are none, which nobody needs a right to know. */
export const NO_GATEWAY_API: Fact<readonly KubernetesGateway[]> = { kind: "known", value: [], source: "the Kubernetes Gateway API is not installed" };

/** Is the kind not there at all? */
export function hasNoGatewayApi({ kind, source }: Fact<readonly KubernetesGateway[]>): boolean {
  return kind === "known" && source === NO_GATEWAY_API.source;
}

/** The gateways that istiod makes of it, one for each address and listener. Of an HBONE listener it takes the port for that of sidecars too. */
export function networkGatewaysOfKubernetes({ network, addresses, listeners }: KubernetesGateway, clusterId: string): readonly NetworkGateway[] {
  if (network === "") return [];
  return addresses.flatMap((address) => listeners.map(({ port }) => ({ network, cluster: clusterId, address, port })));
}
