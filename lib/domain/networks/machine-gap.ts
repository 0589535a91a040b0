import { ISTIO_TLS, ownTlsMode } from "@/lib/domain/selection/machine";

/** The parts of an entry that decide whether callers of other networks get it. */
export interface PlacedMachine {
  readonly address: string;
  /** `spec.network`, which alone counts (`pilot/pkg/serviceregistry/serviceentry/conversion.go`). */
  readonly network: string;
  /** Its label `topology.istio.io/network` as it is written; "" = none. */
  readonly networkLabel: string;
  readonly serviceAccount: string;
  /** Its label `security.istio.io/tlsMode`; undefined = none, and then an account means mutual TLS. */
  readonly tlsMode: string | undefined;
}

export const MACHINE_GAPS = ["no-address", "no-address-here", "not-marked", "label-only", "label-differs", "closed-by-policy", "empty-address"] as const;

/**
 * The gaps that keep callers from a machine by its network. The first two and the last concern a machine without an address (docs/istio.md#empty-address).
 * `addressReach` has the outcome per caller. `no-address`: callers get no endpoint. `no-address-here`: its gateway stands for it, but callers of its own network get no usable
 * address. `empty-address`: no gateway replaces the address, and callers get it empty. `not-marked`: callers of other networks get no endpoint, as its
 * gateway takes mTLS only. `closed-by-policy`: the same, as a PeerAuthentication that the viewer may see turns mTLS off. `label-only` and `label-differs`: its
 * label names a network that its spec does not, and only the spec counts.
 */
export type MachineGap = (typeof MACHINE_GAPS)[number];

/** The gateways that sidecars elsewhere use: one leads into the machine's network, only into other networks, or the mesh has none. */
export type GatewayPlace = "in-network" | "elsewhere" | "nowhere";

/** The gaps of a machine. */
export function machineGaps(machine: PlacedMachine, gateway: GatewayPlace): readonly MachineGap[] {
  const { address, network, networkLabel } = machine;
  const gaps: MachineGap[] = [];
  if (address === "") gaps.push(addressGap(network, gateway));
  if (gateway === "in-network" && network !== "" && !isMarked(machine)) gaps.push("not-marked");
  if (networkLabel !== "" && network === "") gaps.push("label-only");
  if (networkLabel !== "" && network !== "" && networkLabel !== network) gaps.push("label-differs");
  return gaps;
}

function addressGap(network: string, gateway: GatewayPlace): MachineGap {
  if (gateway === "nowhere") return "empty-address";
  return gateway === "in-network" && network !== "" ? "no-address-here" : "no-address";
}

/** May clients send it mutual TLS, as far as the entry itself says (`conversion.go`, getTLSModeFromWorkloadEntry)? */
export function isMarked({ serviceAccount, tlsMode }: Pick<PlacedMachine, "serviceAccount" | "tlsMode">): boolean {
  return ownTlsMode(tlsMode, serviceAccount) === ISTIO_TLS;
}

/** These gaps do no harm without a gateway: callers reach the machine directly. */
export const ONLY_BEHIND_GATEWAYS: readonly MachineGap[] = ["not-marked", "closed-by-policy"];

/** The gaps of a machine whose network has no gateway, from those that it has behind one. */
export function withoutGateway(gaps: readonly MachineGap[], gateway: Exclude<GatewayPlace, "in-network">): readonly MachineGap[] {
  const isAddress = (gap: MachineGap) => gap === "no-address-here" || gap === "no-address";
  return gaps.flatMap((gap) => (ONLY_BEHIND_GATEWAYS.includes(gap) ? [] : [isAddress(gap) ? addressGap("", gateway) : gap]));
}
