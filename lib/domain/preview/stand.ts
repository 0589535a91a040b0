import { type EndpointPort, portForService, portForServiceEntry, portForServicePod } from "@/lib/domain/selection/endpoint-port";
import type { MeshSettings } from "@/lib/domain/selection/mesh";
import type { Selector } from "@/lib/domain/selection/objects";
import { type Candidate, isMatched, type Reason } from "@/lib/domain/selection/reasons";
import { machineOf, reasonsAgainst } from "@/lib/domain/selection/selected-by";

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

/** Does the selector take the machine, does it answer, and on which ports (facts 4.1-4.6)? Nobody is taken by what does not exist. */
export function standOf(selector: Selector | null, candidate: Candidate, mesh: MeshSettings): Stand {
  if (selector === null) return NO_STAND;
  const reasons = reasonsAgainst(selector, candidate, mesh);
  if (!isMatched(reasons)) return { is: "not-taken", ports: [], reasons };
  return { is: reasons.length === 0 ? "answers" : "silent", ports: portsOf(selector, candidate, mesh), reasons };
}

function portsOf(selector: Selector, candidate: Candidate, mesh: MeshSettings): readonly EndpointPort[] {
  if (selector.kind === "ServiceEntry") {
    const machine = machineOf(candidate, mesh);
    return selector.ports.map((port) => portForServiceEntry(port, machine));
  }
  if (candidate.kind === "pod") return selector.ports.map((port) => portForServicePod(port, candidate.pod));
  const machine = machineOf(candidate, mesh);
  return selector.ports.map((port) => portForService(port, machine));
}

/** Are two lists of ports the same, each by its number and the rule that gave it? */
export function samePorts(ours: readonly EndpointPort[], theirs: readonly EndpointPort[]): boolean {
  return ours.length === theirs.length && ours.every((port, at) => port.port === theirs[at]?.port);
}
