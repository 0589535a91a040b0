import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import type { GatewayService, KubernetesGateway } from "@/lib/domain/mesh/network-gateways";
import { compareText } from "@/lib/domain/object/compare-text";
import { addressFamily } from "@/lib/domain/selection/ip-address";

/**
 * How istiod finds a gateway: a Service or a Kubernetes Gateway that names the network, or `meshNetworks`, by an address or by a Service's name
 * (docs/istio.md#gateways).
 */
export type FoundBy =
  | { readonly by: "service"; readonly namespace: string; readonly name: string }
  | { readonly by: "kubernetes-gateway"; readonly namespace: string; readonly name: string }
  | { readonly by: "mesh-networks"; readonly service: string };

export const GATEWAY_STATUSES = [
  ...["usable", "host-name", "tunnel-for-sidecars", "name-not-resolved", "tunnel-only", "no-port", "no-address", "by-its-service", "service-not-seen"],
] as const;

/**
 * Whether sidecars can use a gateway. `host-name`: istiod resolves its name, `name-not-resolved`: istiod was told not to. `tunnel-only`: it takes HBONE,
 * not the mutual TLS of sidecars, and istiod knows that; `tunnel-for-sidecars`: it sends sidecars there all the same. `by-its-service`: a Kubernetes
 * Gateway without addresses of its own, of which istiod knows by the Service that is made for it, if at all. `service-not-seen`: `meshNetworks` names a Service that is not among those seen here.
 */
export type GatewayStatus = (typeof GATEWAY_STATUSES)[number];

/** A gateway into a network, as it was found; one for each address. */
export interface KnownGateway {
  readonly network: string;
  /** An IP address or a host name; "" = none yet. */
  readonly address: string;
  /** Where it takes mutual TLS of sidecars; null = nowhere. */
  readonly port: number | null;
  /** Where it takes HBONE; null = nowhere, or (`meshNetworks`) not said. */
  readonly tunnelPort: number | null;
  readonly found: FoundBy;
  readonly standing: GatewayStatus;
}

/** What of the mesh decides which gateways there are. `resolvesNames`: RESOLVE_HOSTNAME_GATEWAYS. */
export interface GatewayParts {
  readonly services: readonly GatewayService[];
  readonly objects: readonly KubernetesGateway[];
  readonly networks: readonly ConfiguredNetwork[];
  readonly domain: string;
  readonly resolvesNames: boolean;
}

/** Every gateway that something names, also those that lead nowhere yet, by network, then address (`pilot/pkg/serviceregistry/kube/controller/network.go`). */
export function knownGateways(parts: GatewayParts): readonly KnownGateway[] {
  const ofServices = parts.services.flatMap((service) => gatewaysOfService(service, parts));
  const ofObjects = parts.objects.flatMap((object) => gatewaysOfObject(object, parts));
  const configured = parts.networks.flatMap((network) => configuredIn(network, parts));
  return [...ofServices, ...ofObjects, ...configured].sort(inOrder);
}

/** Can sidecars be sent to it? */
export function acceptsSidecars({ standing }: Pick<KnownGateway, "standing">): boolean {
  return standing === "usable" || standing === "host-name" || standing === "tunnel-for-sidecars";
}

/** Does istiod know it as one? As soon as it knows any, sidecars are sent gateways in place of other networks' machines (`pilot/pkg/model/network.go`). */
export function isKnownToIstiod({ address, standing }: Pick<KnownGateway, "address" | "standing">): boolean {
  return address !== "" && (acceptsSidecars({ standing }) || standing === "tunnel-only");
}

/** Can ztunnels and waypoints be sent to it? They need HBONE. */
export function acceptsTunnels({ address, tunnelPort }: Pick<KnownGateway, "address" | "tunnelPort">): boolean {
  return address !== "" && tunnelPort !== null;
}

function gatewaysOfService(service: GatewayService, parts: GatewayParts): readonly KnownGateway[] {
  const { network, namespace, name, addresses, tlsPort, tunnelPort } = service;
  if (network === "") return [];
  const found = { by: "service", namespace, name } as const;
  return orNone(addresses).map((address) => ({
    ...{ network, address, port: tlsPort, tunnelPort, found },
    standing: standingOf({ address, port: tlsPort, tunnelPort }, parts),
  }));
}

function gatewaysOfObject({ network, namespace, name, addresses, listeners }: KubernetesGateway, parts: GatewayParts): readonly KnownGateway[] {
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

function configuredIn({ name: network, gateways }: ConfiguredNetwork, parts: GatewayParts): readonly KnownGateway[] {
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
  { resolvesNames }: Pick<GatewayParts, "resolvesNames">,
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
