import { type AddressReach, hasNoEndpoint } from "@/lib/domain/networks/address-outcome";
import { addressReach, lookupsOf, type ReachMesh, unaddressed } from "@/lib/domain/networks/address-reach";
import type { EndpointPort } from "@/lib/domain/selection/endpoint-port";
import { hostEndpointOf, type MeshMode } from "@/lib/domain/selection/host-endpoint";
import type { MeshSettings } from "@/lib/domain/selection/mesh";
import type { Selector } from "@/lib/domain/selection/objects";
import { type Candidate, isMatched, type Reason } from "@/lib/domain/selection/reasons";

/** How one machine stands to one selector. */
export interface Stand {
  /** `silent`: the selector matches it, but its state keeps it from answering now. */
  readonly is: "answers" | "silent" | "not-taken";
  /** Where it answers, for each port of the selector; none where it is not taken. */
  readonly ports: readonly EndpointPort[];
  /** Why it does not answer; none = it does. */
  readonly reasons: readonly Reason[];
  /** A machine without an address that is selected: the outcome for its callers. */
  readonly noAddress: { readonly network: string; readonly reach: AddressReach } | null;
}

export const NO_STAND: Stand = { is: "not-taken", ports: [], reasons: [], noAddress: null };

/** Conditions for all machines of a preview. `gateways`: as far as the viewer may see them; absent = those of the mesh settings. */
export interface StandOptions {
  readonly mode?: MeshMode;
  readonly gateways?: ReachMesh;
}

/** Selection, answer and ports of a machine for a selector (facts 4.1-4.6; in ambient mode 8.1). Null selects nothing. */
export function standOf(selector: Selector | null, candidate: Candidate, mesh: MeshSettings, options: StandOptions = {}): Stand {
  if (selector === null) return NO_STAND;
  const { reasons, ports } = hostEndpointOf(selector, candidate, mesh, options.mode ?? "sidecar");
  if (!isMatched(reasons)) return { is: "not-taken", ports: [], reasons, noAddress: null };
  const noAddress = candidate.kind === "entry" ? noAddressOf(selector, candidate.entry, mesh, options) : null;
  return { is: reasons.length === 0 && isServed(noAddress) ? "answers" : "silent", ports, reasons, noAddress };
}

/** False for a machine without an address of which no caller gets an endpoint, and for a machine without address and network (`servingOf`). */
export function isServed(noAddress: Stand["noAddress"]): boolean {
  return noAddress === null || (noAddress.network !== "" && !hasNoEndpoint(noAddress.reach));
}

/** The outcome for callers of an endpoint without an address. Ambient mode sends the empty address as it is (facts 12.9). */
export function noAddressOf(
  selector: Selector,
  endpoint: Parameters<typeof unaddressed>[0],
  { gateways, clusterId }: MeshSettings,
  options: StandOptions,
): Stand["noAddress"] {
  const parts = options.mode === "ambient" ? null : unaddressed(endpoint);
  if (parts === null) return null;
  const reach = addressReach(parts, options.gateways ?? { gateways, clusterId, isComplete: true }, lookupsOf([selector]));
  return { network: parts.network, reach };
}

/** Are two lists of ports the same, each by its number and the rule that gave it? */
export function samePorts(ours: readonly EndpointPort[], theirs: readonly EndpointPort[]): boolean {
  return ours.length === theirs.length && ours.every((port, at) => port.port === theirs[at]?.port);
}
