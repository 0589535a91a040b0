import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import type { GatewayService, KubernetesGateway } from "@/lib/domain/mesh/network-gateways";
import { compareText } from "@/lib/domain/object/compare-text";
import { addressFamily } from "@/lib/domain/selection/ip-address";

/**
 * The source from which istiod knows a gateway: a Service or a Kubernetes Gateway that names the network, or `meshNetworks` with an address or the name of a
 * Service (docs/istio.md#gateways).
 */
export type GatewaySource =
  | { readonly by: "service"; readonly namespace: string; readonly name: string }
  | { readonly by: "kubernetes-gateway"; readonly namespace: string; readonly name: string }
  | { readonly by: "mesh-networks"; readonly service: string };

export const GATEWAY_STATUSES = [
  ...["usable", "host-name", "tunnel-for-sidecars", "name-not-resolved", "tunnel-only", "no-port", "no-address", "by-its-service", "service-not-seen"],
] as const;

/**
 * The status of a gateway for sidecars. `host-name`: istiod resolves its host name. `name-not-resolved`: istiod does not resolve its host name,
 * because RESOLVE_HOSTNAME_GATEWAYS is off. `tunnel-only`: it accepts HBONE but no mutual TLS of sidecars, and istiod does not send sidecars to it.
 * `tunnel-for-sidecars`: it accepts only HBONE, but istiod sends sidecars to it. `by-its-service`: a Kubernetes Gateway without addresses, which
 * istiod knows only by the Service made for it, if at all. `service-not-seen`: `meshNetworks` names a Service that is not visible.
 */
export type GatewayStatus = (typeof GATEWAY_STATUSES)[number];

/** One address of a gateway into a network. */
export interface KnownGateway {
  readonly network: string;
  /** An IP address or a host name; "" = the gateway has none yet. */
  readonly address: string;
  /** The port for mutual TLS of sidecars; null = none. */
  readonly port: number | null;
  /** The port for HBONE; null = none, or (`meshNetworks`) not specified. */
  readonly tunnelPort: number | null;
  readonly found: GatewaySource;
  readonly standing: GatewayStatus;
}

/** The objects and settings that define the gateways of a mesh. `resolvesNames`: the setting RESOLVE_HOSTNAME_GATEWAYS. */
export interface GatewayObjects {
  readonly services: readonly GatewayService[];
  readonly objects: readonly KubernetesGateway[];
  readonly networks: readonly ConfiguredNetwork[];
  readonly domain: string;
  readonly resolvesNames: boolean;
}

/**
 * Returns every gateway that an object or `meshNetworks` defines, even without an address, by network, then address
 * (`pilot/pkg/serviceregistry/kube/controller/network.go`).
 */
export function knownGateways(parts: GatewayObjects): readonly KnownGateway[] {
  const ofServices = parts.services.flatMap((service) => gatewaysOfService(service, parts));
  const ofObjects = parts.objects.flatMap((object) => gatewaysOfObject(object, parts));
  const configured = parts.networks.flatMap((network) => configuredIn(network, parts));
  return [...ofServices, ...ofObjects, ...configured].sort(inOrder);
}

/** Returns true if istiod can send sidecars to this gateway. */
export function acceptsSidecars({ standing }: Pick<KnownGateway, "standing">): boolean {
  return standing === "usable" || standing === "host-name" || standing === "tunnel-for-sidecars";
}

/**
 * Returns true if istiod knows this gateway. If istiod knows any gateway, sidecars get gateways in place of machines in other networks
 * (`pilot/pkg/model/network.go`).
 */
export function isKnownToIstiod({ address, standing }: Pick<KnownGateway, "address" | "standing">): boolean {
  return address !== "" && (acceptsSidecars({ standing }) || standing === "tunnel-only");
}

/** Returns true if istiod can send ztunnels and waypoints to this gateway. They need HBONE. */
export function acceptsTunnels({ address, tunnelPort }: Pick<KnownGateway, "address" | "tunnelPort">): boolean {
  return address !== "" && tunnelPort !== null;
}

function gatewaysOfService(service: GatewayService, parts: GatewayObjects): readonly KnownGateway[] {
  const { network, namespace, name, addresses, tlsPort, tunnelPort } = service;
  if (network === "") return [];
  const found = { by: "service", namespace, name } as const;
  return orNone(addresses).map((address) => ({
    ...{ network, address, port: tlsPort, tunnelPort, found },
    standing: standingOf({ address, port: tlsPort, tunnelPort }, parts),
  }));
}

function gatewaysOfObject({ network, namespace, name, addresses, listeners }: KubernetesGateway, parts: GatewayObjects): readonly KnownGateway[] {
  if (network === "") return [];
  const common = { network, found: { by: "kubernetes-gateway", namespace, name } } as const;
  if (listeners.length === 0) return orNone(addresses).map((address) => ({ ...common, address, port: null, tunnelPort: null, standing: "no-port" }));
  return orNone(addresses).flatMap((address) =>
    listeners.map(({ port, isTunnel }): KnownGateway => {
      const reached = { address, port, tunnelPort: isTunnel ? port : null };
      if (address === "") return { ...common, ...reached, standing: "by-its-service" };
      const standing = standingOf(reached, parts);
      return { ...common, ...reached, standing: isTunnel && acceptsSidecars({ standing }) ? "tunnel-for-sidecars" : standing };
    }),
  );
}

function configuredIn({ name: network, gateways }: ConfiguredNetwork, parts: GatewayObjects): readonly KnownGateway[] {
  return gateways.flatMap(({ address, service, port }): readonly KnownGateway[] => {
    const found = { by: "mesh-networks", service } as const;
    const common = { network, port, tunnelPort: null, found };
    if (address !== "") return [{ ...common, address, standing: standingOf({ address, port, tunnelPort: null }, parts) }];
    const named = parts.services.find((one) => `${one.name}.${one.namespace}.svc.${parts.domain}` === service);
    if (named === undefined) return [{ ...common, address: "", standing: service === "" ? "no-address" : "service-not-seen" }];
    return orNone(named.addresses).map((one) => ({ ...common, address: one, standing: standingOf({ address: one, port, tunnelPort: null }, parts) }));
  });
}

function standingOf(
  { address, port, tunnelPort }: Pick<KnownGateway, "address" | "port" | "tunnelPort">,
  { resolvesNames }: Pick<GatewayObjects, "resolvesNames">,
): GatewayStatus {
  if (port === null && tunnelPort === null) return "no-port";
  if (address === "") return "no-address";
  if (port === null) return "tunnel-only";
  if (addressFamily(address) !== null) return "usable";
  return resolvesNames ? "host-name" : "name-not-resolved";
}

function orNone(addresses: readonly string[]): readonly string[] {
  return addresses.length === 0 ? [""] : addresses;
}

function inOrder(a: KnownGateway, b: KnownGateway): number {
  return compareText(keyOf(a), keyOf(b));
}

function keyOf({ network, address, port, found }: KnownGateway): string {
  return JSON.stringify([network, found.by === "mesh-networks" ? `~${found.service}` : `${found.namespace}/${found.name}`, address, port, found.by]);
}
