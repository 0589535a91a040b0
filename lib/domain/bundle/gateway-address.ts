import { invalidPartOfDomain } from "@/lib/domain/preview/names";
import { addressFamily } from "@/lib/domain/selection/ip-address";

/** The network path of a machine outside the cluster to istiod (docs/istio.md#istiod-address). */
export type GatewayAddress =
  /** The address is not known, or the machine's own resolver knows istiod's name. The files contain no address. */
  | { readonly kind: "none" }
  | { readonly kind: "ip"; readonly ip: string }
  /** A name that Stolos resolved to an address. The address is valid as long as the load balancer keeps it. */
  | { readonly kind: "resolved"; readonly name: string; readonly ip: string }
  /** A name in istiod's certificate (`ISTIOD_CUSTOM_HOST`). The machine connects by this name. */
  | { readonly kind: "name"; readonly name: string };

/** The choices for a gateway with a name and without an IP address. */
export const GATEWAY_NAME_USES = ["resolved", "custom-host", "own-resolver"] as const;
export type GatewayNameUse = (typeof GATEWAY_NAME_USES)[number];

/** The gateway that the user typed or that was read from the mesh, and the use of its name. `resolved`: the address of the name. */
export interface GatewayFormInput {
  readonly address: string;
  readonly way: GatewayNameUse;
  readonly resolved: string;
}

/** An error in the input for the gateway: the field and the code. */
export type GatewayProblem = { readonly field: "address" | "resolved"; readonly code: "no-address" | "no-ip" };

/** Parses a gateway: an address, a name with its use, or nothing. */
export function parseGatewayAddress({ address, way, resolved }: GatewayFormInput): GatewayAddress | GatewayProblem {
  const name = address.trim();
  if (name === "") return { kind: "none" };
  if (addressFamily(name) !== null) return { kind: "ip", ip: name };
  if (invalidPartOfDomain(name) !== null || !name.includes(".")) return { field: "address", code: "no-address" };
  if (way === "own-resolver") return { kind: "none" };
  if (way === "custom-host") return { kind: "name", name };
  const ip = resolved.trim();
  return addressFamily(ip) === null ? { field: "resolved", code: "no-ip" } : { kind: "resolved", name, ip };
}

/**
 * Returns true if a machine with these files reaches istiod through the gateway of the mesh (`read`; "" = none). Null = the files contain no address,
 * or the machine's resolver decides.
 */
export function leadsThroughMeshGateway(typed: GatewayFormInput, read: string): boolean | null {
  const gateway = parseGatewayAddress(typed);
  if ("code" in gateway || gateway.kind === "none") return null;
  return typed.address.trim() === read;
}
