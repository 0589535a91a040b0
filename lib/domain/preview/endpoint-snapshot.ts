import {
  type EmptyAddressOutcomeByCaller,
  emptyAddressOutcomeByCaller,
  endpointDiscoveryTypes,
  entryWithoutAddress,
  givesNoEndpoint,
  type KnownMeshGateways,
} from "@/lib/domain/networks/empty-address";
import {
  type CallerService,
  candidateStatusByPort,
  type EndpointStatus,
  hasEndpointsSentByOwner,
  isCertainlySentOnAnyPort,
  type NotSentReason,
  notSentReason,
} from "@/lib/domain/selection/caller-service";
import type { EndpointPort } from "@/lib/domain/selection/endpoint-port";
import { type MeshMode, serviceEndpointOf } from "@/lib/domain/selection/host-endpoint";
import { withEndpointListSent } from "@/lib/domain/selection/matching";
import type { MeshService, SelectablePod } from "@/lib/domain/selection/objects";
import { areAllStateReasons, type ExclusionReason, type SelectionCandidate } from "@/lib/domain/selection/reasons";
import type { MeshSettings } from "@/lib/domain/selection/world";

/** The result of one selector for one machine or Pod: selected or not, serving or not, and on which ports. */
export interface EndpointOutcome {
  /** `answers`: selected and serving. `silent`: selected, but not serving now. `not-taken`: not selected. */
  readonly is: "answers" | "silent" | "not-taken";
  /** The machine port for each port of the selector. Empty if the machine or Pod is not selected. */
  readonly ports: readonly EndpointPort[];
  /** The reasons why it is not selected or not serving. Empty = there are none. */
  readonly reasons: readonly ExclusionReason[];
  /** The reason why istiod does not send the endpoint to the default caller although it is healthy. Null = istiod sends it, or it is not healthy. */
  readonly notSent: NotSentReason | null;
  /** The outcomes for callers of a selected machine without an address. Null = the machine has an address, or it is not selected. */
  readonly noAddress: { readonly network: string; readonly reach: EmptyAddressOutcomeByCaller } | null;
}

export const NOT_SELECTED_OUTCOME: EndpointOutcome = { is: "not-taken", ports: [], reasons: [], notSent: null, noAddress: null };

/** Conditions for all endpoints of a preview. `gateways`: the gateways that the viewer may see, by default those of the mesh settings. */
export interface EndpointPreviewOptions {
  readonly mode?: MeshMode;
  readonly gateways?: KnownMeshGateways;
  /** Returns true if an entry with the Pod's name hides the Pod from ServiceEntries. Absent if only the selection is needed. */
  readonly isHidden?: (pod: SelectablePod) => boolean;
  /** Returns an object as the default caller receives it, once for each of its host names. Absent if only the selection is needed. */
  readonly servicesOf?: (selector: MeshService) => readonly CallerService[];
}

/**
 * Returns whether a selector selects a machine or Pod, whether the endpoint is serving, and its ports (docs/istio.md#serviceentry-selector,
 * #service-selector, #ambient). A null selector selects nothing.
 */
export function endpointOutcomeOf(
  selector: MeshService | null,
  candidate: SelectionCandidate,
  mesh: MeshSettings,
  options: EndpointPreviewOptions = {},
): EndpointOutcome {
  if (selector === null) return NOT_SELECTED_OUTCOME;
  const services = options.mode === "ambient" ? [] : (options.servicesOf?.(selector) ?? []);
  const selecting = services.some(hasEndpointsSentByOwner) ? withEndpointListSent(selector, candidate.kind) : selector;
  const { reasons: selection, ports } = serviceEndpointOf(selecting, candidate, mesh, options.mode ?? "sidecar");
  const reasons = [...selection, ...unreadyPod(selector, candidate)];
  if (!areAllStateReasons(reasons)) return { ...NOT_SELECTED_OUTCOME, reasons };
  const noAddress = candidate.kind === "entry" ? noAddressOutcome(selector, candidate.entry, mesh, options) : null;
  const sent = sentPorts(
    selector,
    ports,
    services.map((service) => candidateStatusByPort(service, candidate)),
  );
  // The result for a machine without an address depends on the caller. `noAddress` has the results for all callers.
  const isOfAll = noAddress !== null && sent.notSent?.code === "no-address";
  const notSent = reasons.length > 0 || isOfAll ? null : isHiddenPod(selector, candidate, options) ? HIDDEN : sent.notSent;
  const isAnswering = reasons.length === 0 && notSent === null && isReachableBySomeCaller(noAddress);
  return { is: isAnswering ? "answers" : "silent", ports: notSent === null && noAddress !== null ? ports : sent.ports, reasons, notSent, noAddress };
}

const HIDDEN = { code: "name-taken-by-entry" } as const;

/** Returns true if an entry hides this Pod from sidecars. Ztunnels receive Pods whatever the names of entries (docs/istio.md#ambient). */
function isHiddenPod(selector: MeshService, candidate: SelectionCandidate, { mode, isHidden }: EndpointPreviewOptions): boolean {
  return mode !== "ambient" && selector.kind === "ServiceEntry" && candidate.kind === "pod" && isHidden?.(candidate.pod) === true;
}

/** Returns the reason why an unready Pod of a Service receives no request: istiod sends it as unhealthy. */
function unreadyPod(selector: MeshService, candidate: SelectionCandidate): readonly ExclusionReason[] {
  if (candidate.kind === "entry" || selector.kind === "ServiceEntry" || candidate.pod.ready || selector.publishesUnready) return [];
  return [{ code: "pod-not-ready" }];
}

/** Returns the machine ports that istiod sends under any host name, in the order of the selector's ports. Without services: all ports. */
function sentPorts(
  selector: MeshService,
  ports: readonly EndpointPort[],
  statuses: readonly (readonly EndpointStatus[])[],
): Pick<EndpointOutcome, "ports" | "notSent"> {
  if (statuses.length === 0) return { ports, notSent: null };
  const isReached = statuses.some(isCertainlySentOnAnyPort);
  const notSent = isReached ? null : (statuses.map(notSentReason).find((reason) => reason !== null) ?? null);
  // UDP ports have no result in the caller's service.
  const listed = selector.ports.flatMap(({ protocol }, index) => (protocol.toUpperCase() === "UDP" ? [] : [index]));
  const ends = ports.map((end, index) => {
    const at = listed.indexOf(index);
    if (at < 0 || end.port === null) return end;
    return statuses.some((one) => one[at] !== undefined && isCertainlySentOnAnyPort([one[at]])) ? end : NOT_SENT_PORT;
  });
  return { ports: ends, notSent };
}

/** A port that callers do not receive, for another reason than a missing port name. */
const NOT_SENT_PORT: EndpointPort = { port: null, missing: "" };

/** Returns false if the machine has neither address nor network, or if it has no address and istiod sends an endpoint for it to no caller. */
export function isReachableBySomeCaller(noAddress: EndpointOutcome["noAddress"]): boolean {
  return noAddress === null || (noAddress.network !== "" && !givesNoEndpoint(noAddress.reach));
}

/**
 * Returns the outcomes for callers of an endpoint without an address. Null = it has an address, or the mode is ambient. In ambient mode istiod sends
 * the empty address unchanged (docs/istio.md#ambient).
 */
export function noAddressOutcome(
  selector: MeshService,
  endpoint: Parameters<typeof entryWithoutAddress>[0],
  { gateways, clusterId }: MeshSettings,
  options: EndpointPreviewOptions,
): EndpointOutcome["noAddress"] {
  const parts = options.mode === "ambient" ? null : entryWithoutAddress(endpoint);
  if (parts === null) return null;
  const reach = emptyAddressOutcomeByCaller(parts, options.gateways ?? { gateways, clusterId, isComplete: true }, endpointDiscoveryTypes([selector]));
  return { network: parts.network, reach };
}

/** Returns true if two lists have the same port numbers in the same order. */
export function haveSamePortNumbers(ours: readonly EndpointPort[], theirs: readonly EndpointPort[]): boolean {
  return ours.length === theirs.length && ours.every((port, at) => port.port === theirs[at]?.port);
}
