/** Returns true if the names of istiod's Service and ConfigMaps contain the revision. */
export function isRevisionInObjectNames(revision: string): boolean {
  return revision !== "" && revision !== "default";
}

/** Returns the name of a control plane object, with the revision if names contain it. */
export function revisionedName(name: string, revision: string): string {
  return isRevisionInObjectNames(revision) ? `${name}-${revision}` : name;
}

/** Returns the name of istiod in its certificate. */
export function istiodHost(istioNamespace: string, revision: string): string {
  return `${revisionedName("istiod", revision)}.${istioNamespace}.svc`;
}

/** Returns the name of istiod in its certificate, with its TLS port. */
export function istiodAddress(istioNamespace: string, revision: string): string {
  return `${istiodHost(istioNamespace, revision)}:15012`;
}

/** The port of istiod for machines, with TLS (docs/istio.md#istiod-address). */
export const ISTIOD_PORT = 15_012;

/** A Service of an east-west gateway, with the label `istio: eastwestgateway`. */
export interface EastWestService {
  readonly name: string;
  /** The IP addresses or names of the Service, in the order in which istioctl chooses them. */
  readonly addresses: readonly string[];
  readonly ports: readonly number[];
}

/** The gateway Service through which a machine outside the cluster's network reaches istiod. `closed`: it has an address, but no port for istiod. */
export type IstiodGateway =
  | { readonly kind: "none" }
  | { readonly kind: "no-address"; readonly service: string }
  | { readonly kind: "closed" | "open"; readonly service: string; readonly address: string };

/** Returns the gateway that istioctl would use (docs/istio.md#bundle), otherwise the first with istiod's port. */
export function istiodGatewayOf(services: readonly EastWestService[]): IstiodGateway {
  const isOpen = ({ ports }: EastWestService) => ports.includes(ISTIOD_PORT);
  const gateway = services.find(({ name }) => name === "istio-eastwestgateway") ?? services.find(isOpen);
  if (gateway === undefined) return { kind: "none" };
  const [address] = gateway.addresses;
  if (address === undefined) return { kind: "no-address", service: gateway.name };
  return { kind: isOpen(gateway) ? "open" : "closed", service: gateway.name, address };
}
