import { passes } from "./passthrough";

/** A host whose machines lie behind gateways, and what decides about it there. */
export interface GatewayedHost {
  readonly host: string;
  /** `location: MESH_EXTERNAL`, also where it is not said. */
  readonly isExternal: boolean;
  /** `tls.mode` of the DestinationRule in force; null = none says. */
  readonly ruledMode: string | null;
}

/** The hosts that AUTO_PASSTHROUGH servers list; null = the Gateways are not visible, so that nobody can tell. */
export type PassedHosts = readonly string[] | null;

/**
 * Why no machine of a host is reached through a gateway. `rule`: a DestinationRule takes the mark of mutual TLS from all of them
 * (`pilot/pkg/xds/endpoints/mtls_checker.go`). `external`: gateways pass no host outside the mesh. `not-covered`: no AUTO_PASSTHROUGH server lists it.
 */
export type HostGap = { readonly code: "rule"; readonly mode: string } | { readonly code: "external" } | { readonly code: "not-covered" };

/** Why callers of other networks do not reach a host's machines behind gateways; `isKnown` false: Gateways are out of sight, so there may be more. */
export function hostGaps(
  { host, isExternal, ruledMode }: GatewayedHost,
  passed: PassedHosts,
): { readonly gaps: readonly HostGap[]; readonly isKnown: boolean } {
  const gaps: HostGap[] = [];
  if (ruledMode !== null && ruledMode !== "ISTIO_MUTUAL") gaps.push({ code: "rule", mode: ruledMode });
  if (isExternal) gaps.push({ code: "external" });
  if (!isExternal && passed !== null && !passes(passed, { host, isExternal })) gaps.push({ code: "not-covered" });
  return { gaps, isKnown: isExternal || passed !== null };
}
