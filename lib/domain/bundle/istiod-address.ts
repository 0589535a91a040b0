/** Does a revision stand in the names of istiod's Service and ConfigMaps? */
export function isRevisioned(revision: string): boolean {
  return revision !== "" && revision !== "default";
}

/** The name of an object of the control plane, with its revision where names carry one. */
export function revisionedName(name: string, revision: string): string {
  return isRevisioned(revision) ? `${name}-${revision}` : name;
}

/** The name under which istiod's certificate is known. */
export function istiodHost(istioNamespace: string, revision: string): string {
  return `${revisionedName("istiod", revision)}.${istioNamespace}.svc`;
}

/** The same with the port of its encrypted service. */
export function istiodAddress(istioNamespace: string, revision: string): string {
  return `${istiodHost(istioNamespace, revision)}:15012`;
}

/** The port at which machines ask istiod, encrypted (docs/istio.md#istiod-address). */
export const ISTIOD_PORT = 15_012;

/** A Service that says it leads from one network into another. */
export interface EastWestService {
  readonly name: string;
  /** Where it is reached, the first that istioctl takes first; IP addresses or names. */
  readonly addresses: readonly string[];
  readonly ports: readonly number[];
}

/** Through which Service a machine outside the cluster's network reaches istiod. `closed`: it has an address, and no port for istiod. */
export type IstiodGateway =
  | { readonly kind: "none" }
  | { readonly kind: "no-address"; readonly service: string }
  | { readonly kind: "closed" | "open"; readonly service: string; readonly address: string };

/** The Service that istioctl would ask (docs/istio.md#bundle), else the first that lets istiod's port through. */
export function istiodGatewayOf(services: readonly EastWestService[]): IstiodGateway {
  const isOpen = ({ ports }: EastWestService) => ports.includes(ISTIOD_PORT);
  const gateway = services.find(({ name }) => name === "istio-eastwestgateway") ?? services.find(isOpen);
  if (gateway === undefined) return { kind: "none" };
  const [address] = gateway.addresses;
  if (address === undefined) return { kind: "no-address", service: gateway.name };
  return { kind: isOpen(gateway) ? "open" : "closed", service: gateway.name, address };
}
