import type { Fact } from "@/lib/domain/fact";
import type { NetworkGateway } from "@/lib/domain/selection/mesh";

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
