import { type AddressReach, addressReach, hasNoEndpoint, lookupsOf, type ReachMesh, unaddressed } from "@/lib/domain/networks/address-reach";
import {
  type CallerService,
  candidateStatuses,
  type EndpointStatus,
  isSent,
  isSentByOwner,
  type NotSentReason,
  notSentReason,
} from "@/lib/domain/selection/caller-service";
import type { EndpointPort } from "@/lib/domain/selection/endpoint-port";
import { hostEndpointOf, type MeshMode } from "@/lib/domain/selection/host-endpoint";
import { withEndpointList } from "@/lib/domain/selection/matching";
import type { SelectablePod, Selector } from "@/lib/domain/selection/objects";
import { type Candidate, isMatched, type Reason } from "@/lib/domain/selection/reasons";
import type { MeshSettings } from "@/lib/domain/selection/world";

/** How one machine stands to one selector. */
export interface EndpointSnapshot {
  /** `silent`: the selector matches it, but its state keeps it from answering now. */
  readonly is: "answers" | "silent" | "not-taken";
  /** Where it answers, for each port of the selector; none where it is not taken. */
  readonly ports: readonly EndpointPort[];
  /** Why it does not answer; none = it does. */
  readonly reasons: readonly Reason[];
  /** The reason why the default caller is not sent it though it is well; null = it is sent, or not well. */
  readonly notSent: NotSentReason | null;
  /** A machine without an address that is selected: the outcome for its callers. */
  readonly noAddress: { readonly network: string; readonly reach: AddressReach } | null;
}

export const EMPTY_SNAPSHOT: EndpointSnapshot = { is: "not-taken", ports: [], reasons: [], notSent: null, noAddress: null };

/** Conditions for all machines of a preview. `gateways`: as far as the viewer may see them; absent = those of the mesh settings. */
export interface PreviewConditions {
  readonly mode?: MeshMode;
  readonly gateways?: ReachMesh;
  /** True if an entry of its name hides the Pod from ServiceEntries; absent where only the selection matters. */
  readonly isHidden?: (pod: SelectablePod) => boolean;
  /** An object as the default caller gets it, under each of its host names; absent where only the selection matters. */
  readonly servicesOf?: (selector: Selector) => readonly CallerService[];
}

/** Selection, answer and ports of a machine for a selector (docs/istio.md#serviceentry-selector, #service-selector, #ambient). Null selects nothing. */
export function endpointSnapshotOf(selector: Selector | null, candidate: Candidate, mesh: MeshSettings, options: PreviewConditions = {}): EndpointSnapshot {
  if (selector === null) return EMPTY_SNAPSHOT;
  const services = options.mode === "ambient" ? [] : (options.servicesOf?.(selector) ?? []);
  const selecting = services.some(isSentByOwner) ? withEndpointList(selector, candidate.kind) : selector;
  const { reasons: selection, ports } = hostEndpointOf(selecting, candidate, mesh, options.mode ?? "sidecar");
  const reasons = [...selection, ...unreadyPod(selector, candidate)];
  if (!isMatched(reasons)) return { ...EMPTY_SNAPSHOT, reasons };
  const noAddress = candidate.kind === "entry" ? noAddressOutcome(selector, candidate.entry, mesh, options) : null;
  const sent = sentPorts(
    selector,
    ports,
    services.map((service) => candidateStatuses(service, candidate)),
  );
  // Without an address the outcome differs by caller: `noAddress` has it for all.
  const isOfAll = noAddress !== null && sent.notSent?.code === "no-address";
  const notSent = reasons.length > 0 || isOfAll ? null : isHiddenPod(selector, candidate, options) ? HIDDEN : sent.notSent;
  const isAnswering = reasons.length === 0 && notSent === null && isServed(noAddress);
  return { is: isAnswering ? "answers" : "silent", ports: notSent === null && noAddress !== null ? ports : sent.ports, reasons, notSent, noAddress };
}

const HIDDEN = { code: "name-taken-by-entry" } as const;

/** Sidecars only: ztunnels get Pods whatever entries are named (docs/istio.md#ambient). */
function isHiddenPod(selector: Selector, candidate: Candidate, { mode, isHidden }: PreviewConditions): boolean {
  return mode !== "ambient" && selector.kind === "ServiceEntry" && candidate.kind === "pod" && isHidden?.(candidate.pod) === true;
}

/** istiod sends an unready Pod of a Service as unhealthy, so that no request goes to it. */
function unreadyPod(selector: Selector, candidate: Candidate): readonly Reason[] {
  if (candidate.kind === "entry" || selector.kind === "ServiceEntry" || candidate.pod.ready || selector.publishesUnready) return [];
  return [{ code: "pod-not-ready" }];
}

/** The ports on which a caller is sent the machine under any host name, in the order of the selector's ports. Without services: all of them. */
function sentPorts(
  selector: Selector,
  ports: readonly EndpointPort[],
  statuses: readonly (readonly EndpointStatus[])[],
): Pick<EndpointSnapshot, "ports" | "notSent"> {
  if (statuses.length === 0) return { ports, notSent: null };
  const isReached = statuses.some(isSent);
  const notSent = isReached ? null : (statuses.map(notSentReason).find((reason) => reason !== null) ?? null);
  // Ports for UDP have no status.
  const listed = selector.ports.flatMap(({ protocol }, index) => (protocol.toUpperCase() === "UDP" ? [] : [index]));
  const ends = ports.map((end, index) => {
    const at = listed.indexOf(index);
    if (at < 0 || end.port === null) return end;
    return statuses.some((one) => one[at] !== undefined && isSent([one[at]])) ? end : NOT_SENT_PORT;
  });
  return { ports: ends, notSent };
}

/** A port on which callers are not sent the machine, for another reason than a missing name. */
const NOT_SENT_PORT: EndpointPort = { port: null, missing: "" };

/** False for a machine without an address of which no caller gets an endpoint, and for a machine without address and network (`servingOfGauge`). */
export function isServed(noAddress: EndpointSnapshot["noAddress"]): boolean {
  return noAddress === null || (noAddress.network !== "" && !hasNoEndpoint(noAddress.reach));
}

/** The outcome for callers of an endpoint without an address. Ambient mode sends the empty address as it is (docs/istio.md#ambient). */
export function noAddressOutcome(
  selector: Selector,
  endpoint: Parameters<typeof unaddressed>[0],
  { gateways, clusterId }: MeshSettings,
  options: PreviewConditions,
): EndpointSnapshot["noAddress"] {
  const parts = options.mode === "ambient" ? null : unaddressed(endpoint);
  if (parts === null) return null;
  const reach = addressReach(parts, options.gateways ?? { gateways, clusterId, isComplete: true }, lookupsOf([selector]));
  return { network: parts.network, reach };
}

/** Are two lists of ports the same, each by its number and the rule that gave it? */
export function samePorts(ours: readonly EndpointPort[], theirs: readonly EndpointPort[]): boolean {
  return ours.length === theirs.length && ours.every((port, at) => port.port === theirs[at]?.port);
}
