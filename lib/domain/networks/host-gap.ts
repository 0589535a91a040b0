import type { GatewayClosed } from "@/lib/domain/selection/endpoint-tls";
import { passes } from "./passthrough";

/** A service with machines behind gateways. */
export interface GatewayedHost {
  readonly host: string;
  /** The setting that closes gateways to all endpoints of all its ports, marked or not; null = some port is open to marked ones. */
  readonly closed: GatewayClosed | null;
  /** `tls.mode` of the DestinationRule in force; null = none sets it. */
  readonly ruledMode: string | null;
}

/** The host names that AUTO_PASSTHROUGH servers list; null = not all Gateways are visible. */
export type PassedHosts = readonly string[] | null;

export const HOST_GAPS = ["rule", "external", "policy", "auto-mtls-off", "not-covered"] as const;

/**
 * The reason why no machine of a service is reached through a gateway. `rule`: a DestinationRule takes the mark of mutual TLS from all of them. `external`:
 * gateways pass no service outside the mesh. `policy`, `auto-mtls-off`: callers send plain text, by a PeerAuthentication of the namespace or mesh or by
 * `enableAutoMtls`. `not-covered`: no AUTO_PASSTHROUGH server lists it.
 */
export type HostGap = { readonly code: "rule"; readonly mode: string } | { readonly code: Exclude<(typeof HOST_GAPS)[number], "rule"> };

/**
 * The reasons why callers of other networks do not reach a service's machines behind gateways; `isKnown` false: not all Gateways are visible, so there may be
 * more.
 */
export function hostGaps({ host, closed, ruledMode }: GatewayedHost, passed: PassedHosts): { readonly gaps: readonly HostGap[]; readonly isKnown: boolean } {
  const isExternal = closed === "external";
  const gaps: HostGap[] = [];
  if ((closed === "destination-rule" || isExternal) && ruledMode !== null && ruledMode !== "ISTIO_MUTUAL") gaps.push({ code: "rule", mode: ruledMode });
  if (isExternal) gaps.push({ code: "external" });
  if (closed === "peer-authentication") gaps.push({ code: "policy" });
  if (closed === "auto-mtls-off") gaps.push({ code: "auto-mtls-off" });
  if (!isExternal && passed !== null && !passes(passed, { host, isExternal })) gaps.push({ code: "not-covered" });
  return { gaps, isKnown: isExternal || passed !== null };
}
