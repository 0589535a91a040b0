import { entryTlsMode, ISTIO_TLS } from "@/lib/domain/selection/machine";
import type { GatewayBlocker } from "@/lib/domain/selection/mutual-tls";
import { GATEWAY_DROP_REASONS, type GatewayDropReason } from "./passthrough";

/** The parts of an entry that decide whether callers of other networks get it. */
export interface NetworkedMachine {
  readonly address: string;
  /** `spec.network`. The label does not count (`pilot/pkg/serviceregistry/serviceentry/conversion.go`). */
  readonly network: string;
  /** Its label `topology.istio.io/network` as written; "" = none. */
  readonly networkLabel: string;
  readonly serviceAccount: string;
  /** Its label `security.istio.io/tlsMode`; undefined = none. Then a service account means mutual TLS. */
  readonly tlsMode: string | undefined;
}

export const UNREACHABLE_REASONS = ["no-address", "no-address-here", "not-marked", "label-only", "label-differs", "closed-by-policy", "empty-address"] as const;

/**
 * A gap: the reason why callers of some networks do not reach a machine. The first two and the last concern a machine without an address
 * (docs/istio.md#empty-address). `emptyAddressOutcomes` has the outcome per caller. `no-address`: callers get no endpoint. `no-address-here`: callers elsewhere get its
 * gateway, but callers in its network get no usable address. `empty-address`: no gateway replaces the address, and callers get it empty. `not-marked`: callers
 * of other networks get no endpoint, as its gateway accepts mTLS only. `closed-by-policy`: the same, as a PeerAuthentication visible to the viewer turns mTLS
 * off. `label-only` and `label-differs`: its label names another network than its spec, and only the spec counts.
 */
export type UnreachableReason = (typeof UNREACHABLE_REASONS)[number];

/** The location of the gateways that sidecars elsewhere use: into the machine's network, only into other networks, or nowhere, as the mesh has none. */
export type GatewayLocation = "in-network" | "elsewhere" | "nowhere";

/** Returns the gaps of a machine. */
export function unreachableReasons(machine: NetworkedMachine, gateway: GatewayLocation): readonly UnreachableReason[] {
  const { address, network, networkLabel } = machine;
  const gaps: UnreachableReason[] = [];
  if (address === "") gaps.push(addressGap(network, gateway));
  if (gateway === "in-network" && network !== "" && !hasMutualTlsMark(machine)) gaps.push("not-marked");
  if (networkLabel !== "" && network === "") gaps.push("label-only");
  if (networkLabel !== "" && network !== "" && networkLabel !== network) gaps.push("label-differs");
  return gaps;
}

function addressGap(network: string, gateway: GatewayLocation): UnreachableReason {
  if (gateway === "nowhere") return "empty-address";
  return gateway === "in-network" && network !== "" ? "no-address-here" : "no-address";
}

/** True if callers may send it mutual TLS, as far as the entry decides (`conversion.go`, getTLSModeFromWorkloadEntry). */
export function hasMutualTlsMark({ serviceAccount, tlsMode }: Pick<NetworkedMachine, "serviceAccount" | "tlsMode">): boolean {
  return entryTlsMode(tlsMode, serviceAccount) === ISTIO_TLS;
}

/** Gaps that have no effect without a gateway, since callers then connect to the machine directly. */
export const REASONS_BEHIND_GATEWAYS: readonly UnreachableReason[] = ["not-marked", "closed-by-policy"];

/** Returns the gaps of a machine whose network has no gateway, from those that it would have with one. */
export function reasonsWithoutGateway(gaps: readonly UnreachableReason[], gateway: Exclude<GatewayLocation, "in-network">): readonly UnreachableReason[] {
  const isAddress = (gap: UnreachableReason) => gap === "no-address-here" || gap === "no-address";
  return gaps.flatMap((gap) => (REASONS_BEHIND_GATEWAYS.includes(gap) ? [] : [isAddress(gap) ? addressGap("", gateway) : gap]));
}

/** The settings of a service that close gateways to its machines. */
export interface ServiceGatewaySettings {
  /** The setting that closes gateways to all endpoints of all its ports, marked or not. Null = some port is open to marked endpoints. */
  readonly closed: GatewayBlocker | null;
  /** `tls.mode` of the DestinationRule that applies; null = no rule sets it. */
  readonly ruledMode: string | null;
}

export const SERVICE_UNREACHABLE_REASONS = ["rule", "external", "policy", "auto-mtls-off", ...GATEWAY_DROP_REASONS] as const;

/**
 * The reason why callers reach no machine of a service through a gateway. `rule`: a DestinationRule removes the mTLS mark from all of them. `external`:
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
