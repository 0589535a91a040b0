import type { GatewayBlocker } from "@/lib/domain/selection/mutual-tls";
import { entryTlsMode, MUTUAL_TLS_MODE } from "@/lib/domain/selection/workload";
import { GATEWAY_DROP_REASONS, type GatewayDropReason } from "./passthrough";

/** The fields of an entry that decide whether callers in other networks get an endpoint for it. */
export interface MachineReachabilityInput {
  readonly address: string;
  /** `spec.network`. The network label has no effect (`pilot/pkg/serviceregistry/serviceentry/conversion.go`). */
  readonly network: string;
  /** The label `topology.istio.io/network` of the entry as written; "" = none. */
  readonly networkLabel: string;
  readonly serviceAccount: string;
  /** The label `security.istio.io/tlsMode` of the entry. Undefined = none: then an entry with a service account gets mutual TLS. */
  readonly tlsMode: string | undefined;
}

export const UNREACHABLE_REASONS = ["no-address", "no-address-here", "not-marked", "label-only", "label-differs", "closed-by-policy", "empty-address"] as const;

/**
 * The reason why callers of some networks do not reach a machine. `no-address`, `no-address-here` and `empty-address` concern a machine without an
 * address (docs/istio.md#empty-address); `emptyAddressOutcomeByCaller` has the outcome for each caller. `no-address`: callers get no endpoint.
 * `no-address-here`: callers in other networks get the gateway of the machine's network, but callers in its network get no usable address.
 * `empty-address`: no gateway replaces the address, and callers get it empty. `not-marked`: callers in other networks get no endpoint, because the
 * gateway accepts only mTLS and the entry has no mTLS mark. `closed-by-policy`: they get none because a PeerAuthentication that is visible to the
 * viewer turns mTLS off. `label-only`: the network is only in the label, which has no effect. `label-differs`: the label has another network than
 * `spec.network`, and only `spec.network` has an effect.
 */
export type UnreachableReason = (typeof UNREACHABLE_REASONS)[number];

/** The networks for which the mesh has gateways that sidecars can use: the machine's network, only other networks, or none. */
export type NetworkGatewayPresence = "in-network" | "elsewhere" | "nowhere";

/** Returns the reasons why callers of some networks do not reach a machine. */
export function unreachableReasons(machine: MachineReachabilityInput, gateway: NetworkGatewayPresence): readonly UnreachableReason[] {
  const { address, network, networkLabel } = machine;
  const gaps: UnreachableReason[] = [];
  if (address === "") gaps.push(addressGap(network, gateway));
  if (gateway === "in-network" && network !== "" && !hasMutualTlsMark(machine)) gaps.push("not-marked");
  if (networkLabel !== "" && network === "") gaps.push("label-only");
  if (networkLabel !== "" && network !== "" && networkLabel !== network) gaps.push("label-differs");
  return gaps;
}

function addressGap(network: string, gateway: NetworkGatewayPresence): UnreachableReason {
  if (gateway === "nowhere") return "empty-address";
  return gateway === "in-network" && network !== "" ? "no-address-here" : "no-address";
}

/** Returns true if the fields of an entry let callers send it mutual TLS (`conversion.go`, getTLSModeFromWorkloadEntry). */
export function hasMutualTlsMark({ serviceAccount, tlsMode }: Pick<MachineReachabilityInput, "serviceAccount" | "tlsMode">): boolean {
  return entryTlsMode(tlsMode, serviceAccount) === MUTUAL_TLS_MODE;
}

/** The reasons that have no effect without a gateway, since callers then connect to the machine directly. */
export const REASONS_BEHIND_GATEWAYS: readonly UnreachableReason[] = ["not-marked", "closed-by-policy"];

/** Returns the reasons for a machine whose network has no gateway. `gaps`: those for a network with a gateway. */
export function unreachableReasonsWithoutGateway(
  gaps: readonly UnreachableReason[],
  gateway: Exclude<NetworkGatewayPresence, "in-network">,
): readonly UnreachableReason[] {
  const isAddress = (gap: UnreachableReason) => gap === "no-address-here" || gap === "no-address";
  return gaps.flatMap((gap) => (REASONS_BEHIND_GATEWAYS.includes(gap) ? [] : [isAddress(gap) ? addressGap("", gateway) : gap]));
}

/** The settings of a service because of which gateways do not pass calls to its machines. */
export interface ServiceGatewaySettings {
  /**
   * The setting because of which gateways pass no call to any port of any endpoint, with or without the mTLS mark. Null = they pass calls to at least
   * one port of endpoints with the mark.
   */
  readonly closed: GatewayBlocker | null;
  /** `tls.mode` of the DestinationRule that applies; null = no rule sets it. */
  readonly ruledMode: string | null;
}

export const SERVICE_UNREACHABLE_REASONS = ["rule", "external", "policy", "auto-mtls-off", ...GATEWAY_DROP_REASONS] as const;

/**
 * The reason why callers reach no machine of a service through a gateway. `rule`: a DestinationRule removes the mTLS mark from all of them
 * (`pilot/pkg/xds/endpoints/mtls_checker.go`). `external`:
 * gateways pass no service outside the mesh. `policy`, `auto-mtls-off`: callers send plain text, by a PeerAuthentication of the namespace or mesh or by
 * `enableAutoMtls`. The others: the gateway drops the calls.
 */
export type ServiceUnreachableReason =
  | { readonly code: "rule"; readonly mode: string }
  | { readonly code: Exclude<(typeof SERVICE_UNREACHABLE_REASONS)[number], "rule"> };

/** Returns the reasons why callers of other networks do not reach a service's machines through gateways. `dropped`: the gateways' reasons. */
export function serviceUnreachableReasons(
  { closed, ruledMode }: ServiceGatewaySettings,
  dropped: Iterable<GatewayDropReason>,
): readonly ServiceUnreachableReason[] {
  const isExternal = closed === "external";
  const gaps: ServiceUnreachableReason[] = [];
  if ((closed === "destination-rule" || isExternal) && ruledMode !== null && ruledMode !== "ISTIO_MUTUAL") gaps.push({ code: "rule", mode: ruledMode });
  if (isExternal) gaps.push({ code: "external" });
  if (closed === "peer-authentication") gaps.push({ code: "policy" });
  if (closed === "auto-mtls-off") gaps.push({ code: "auto-mtls-off" });
  if (isExternal) return gaps;
  const codes = new Set(dropped);
  return [...gaps, ...GATEWAY_DROP_REASONS.filter((code) => codes.has(code)).map((code) => ({ code }))];
}
