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
}

export const NO_STAND: Stand = { is: "not-taken", ports: [], reasons: [] };

/**
 * Does the selector take the machine, does it answer, and on which ports (facts 4.1-4.6; in ambient mode 8.1)? Nobody is taken by what does not
 * exist.
 */
export function standOf(selector: Selector | null, candidate: Candidate, mesh: MeshSettings, mode: MeshMode = "sidecar"): Stand {
  if (selector === null) return NO_STAND;
  const { reasons, ports } = hostEndpointOf(selector, candidate, mesh, mode);
  if (!isMatched(reasons)) return { is: "not-taken", ports: [], reasons };
  return { is: reasons.length === 0 ? "answers" : "silent", ports, reasons };
}

/** Are two lists of ports the same, each by its number and the rule that gave it? */
export function samePorts(ours: readonly EndpointPort[], theirs: readonly EndpointPort[]): boolean {
  return ours.length === theirs.length && ours.every((port, at) => port.port === theirs[at]?.port);
}
