import { ISTIO_TLS, ownTlsMode } from "@/lib/domain/selection/machine";

/** What of an entry decides whether callers of other networks are sent it. */
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

export const MACHINE_GAPS = ["no-address", "no-address-here", "not-marked", "label-only", "label-differs", "closed-by-policy"] as const;

/**
 * What keeps callers from a machine by its network. `no-address`: nobody is sent it, `no-address-here`: callers of its own network are not, as there is nothing
 * but its network's gateway to call. `not-marked`: callers of other networks are not, as its gateway takes mutual TLS only. `closed-by-policy`: they are not
 * either, as a PeerAuthentication for the machine turns mutual TLS off; the policies that a viewer sees tell it, not the machine. `label-only` and `label-differs`: its label
 * names a network that its spec does not, and only the spec counts.
 */
export type MachineGap = (typeof MACHINE_GAPS)[number];

/** What is wrong with a machine's network; `hasGateway`: sidecars elsewhere are sent to a gateway of its network in its place. */
export function machineGaps(machine: PlacedMachine, hasGateway: boolean): readonly MachineGap[] {
  const { address, network, networkLabel } = machine;
  const gaps: MachineGap[] = [];
  if (address === "") gaps.push(network !== "" && hasGateway ? "no-address-here" : "no-address");
  if (hasGateway && network !== "" && !isMarked(machine)) gaps.push("not-marked");
  if (networkLabel !== "" && network === "") gaps.push("label-only");
  if (networkLabel !== "" && network !== "" && networkLabel !== network) gaps.push("label-differs");
  return gaps;
}

/** May clients send it mutual TLS, as far as the entry itself says (`conversion.go`, getTLSModeFromWorkloadEntry)? */
export function isMarked({ serviceAccount, tlsMode }: Pick<PlacedMachine, "serviceAccount" | "tlsMode">): boolean {
  return ownTlsMode(tlsMode, serviceAccount) === ISTIO_TLS;
}

/** These gaps do no harm without a gateway: callers reach the machine directly. */
export const ONLY_BEHIND_GATEWAYS: readonly MachineGap[] = ["not-marked", "closed-by-policy"];

/** Of gaps as they are with a gateway, those of a machine whose network has none. */
export function withoutGateway(gaps: readonly MachineGap[]): readonly MachineGap[] {
  return gaps.flatMap((gap) => (ONLY_BEHIND_GATEWAYS.includes(gap) ? [] : gap === "no-address-here" ? (["no-address"] as const) : [gap]));
}
