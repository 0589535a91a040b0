import type { LabelSet } from "@/lib/domain/label-set";
import type { NetworkGateway } from "@/lib/domain/selection/mesh";

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
