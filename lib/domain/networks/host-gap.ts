import type { GatewayClosed } from "@/lib/domain/selection/endpoint-tls";
import { PASS_GAPS, type PassGap } from "./passthrough";

/** The settings of a service that close gateways to its machines. */
export interface GatewayedHost {
  /** The setting that closes gateways to all endpoints of all its ports, marked or not; null = some port is open to marked ones. */
  readonly closed: GatewayClosed | null;
  /** `tls.mode` of the DestinationRule in force; null = none sets it. */
  readonly ruledMode: string | null;
}

export const HOST_GAPS = ["rule", "external", "policy", "auto-mtls-off", ...PASS_GAPS] as const;

/**
 * The reason why no machine of a service is reached through a gateway. `rule`: a DestinationRule takes the mark of mutual TLS from all of them. `external`:
 * gateways pass no service outside the mesh. `policy`, `auto-mtls-off`: callers send plain text, by a PeerAuthentication of the namespace or mesh or by
 * `enableAutoMtls`. The others: the gateway drops the calls.
 */
export type HostGap = { readonly code: "rule"; readonly mode: string } | { readonly code: Exclude<(typeof HOST_GAPS)[number], "rule"> };

/** The reasons why callers of other networks do not reach a service's machines behind gateways. `dropped`: the gateways' reasons. */
export function hostGaps({ closed, ruledMode }: GatewayedHost, dropped: Iterable<PassGap>): readonly HostGap[] {
  const isExternal = closed === "external";
  const gaps: HostGap[] = [];
  if ((closed === "destination-rule" || isExternal) && ruledMode !== null && ruledMode !== "ISTIO_MUTUAL") gaps.push({ code: "rule", mode: ruledMode });
  if (isExternal) gaps.push({ code: "external" });
  if (closed === "peer-authentication") gaps.push({ code: "policy" });
  if (closed === "auto-mtls-off") gaps.push({ code: "auto-mtls-off" });
  if (isExternal) return gaps;
  const codes = new Set(dropped);
  return [...gaps, ...PASS_GAPS.filter((code) => codes.has(code)).map((code) => ({ code }))];
}
