import { wrongPartOfDomain } from "@/lib/domain/preview/names";
import { addressFamily } from "@/lib/domain/selection/ip-address";

/** How a machine outside the cluster reaches istiod (docs/istio.md#istiod-address). */
export type GatewayAddress =
  /** Not known, or the machine's own resolver knows istiod's name: nothing is written. */
  | { readonly kind: "none" }
  | { readonly kind: "ip"; readonly ip: string }
  /** A name whose address was looked up: it holds as long as the load balancer keeps that address. */
  | { readonly kind: "resolved"; readonly name: string; readonly ip: string }
  /** A name that istiod's certificate has (`ISTIOD_CUSTOM_HOST`): the machine asks for it by that name. */
  | { readonly kind: "name"; readonly name: string };

/** What a person may choose for a gateway that has a name and no address. */
export const NAME_WAYS = ["resolved", "custom-host", "own-resolver"] as const;
export type NameWay = (typeof NAME_WAYS)[number];

/** What was typed or read of a gateway, and how a name is to be used; `resolved` = the address that the name was looked up to. */
export interface GatewayText {
  readonly address: string;
  readonly way: NameWay;
  readonly resolved: string;
}

/** What is wrong with it: at which field, and what. */
export type GatewayProblem = { readonly field: "address" | "resolved"; readonly code: "no-address" | "no-ip" };

/** Reads it: an address, a name with the way it is used, or nothing. */
export function parseGatewayAddress({ address, way, resolved }: GatewayText): GatewayAddress | GatewayProblem {
  const name = address.trim();
  if (name === "") return { kind: "none" };
  if (addressFamily(name) !== null) return { kind: "ip", ip: name };
  if (wrongPartOfDomain(name) !== null || !name.includes(".")) return { field: "address", code: "no-address" };
  if (way === "own-resolver") return { kind: "none" };
  if (way === "custom-host") return { kind: "name", name };
  const ip = resolved.trim();
  return addressFamily(ip) === null ? { field: "resolved", code: "no-ip" } : { kind: "resolved", name, ip };
}

/** Do files that are made so lead to istiod through the gateway that was read of the mesh (`read`, "" = none)? Null = they name no way, or leave it to the machine's resolver. */
export function isThroughGateway(typed: GatewayText, read: string): boolean | null {
  const gateway = parseGatewayAddress(typed);
  if ("code" in gateway || gateway.kind === "none") return null;
  return typed.address.trim() === read;
}
