import { type CallerScope, callerScopeOf } from "@/lib/domain/selection/caller-scope";
import { allHostNameDefinitions } from "@/lib/domain/selection/definitions";
import { type CallerEndpointList, callerEndpointListsOf } from "@/lib/domain/selection/destinations";
import { serviceHostName } from "@/lib/domain/selection/host-name";
import { reasonsAgainst } from "@/lib/domain/selection/matching";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { ExclusionReason, SelectionCandidate } from "@/lib/domain/selection/reasons";
import type { LeftOutReason, SentEndpoint } from "@/lib/domain/selection/sent-endpoints";
import type { StoredWorkload } from "@/lib/domain/selection/workload";
import type { Caller, SelectionWorld } from "@/lib/domain/selection/world";

/** Every list of endpoints that a caller gets: by host, port and subset. */
export function destinationsOf(
  world: SelectionWorld,
  caller: Caller,
  scope: CallerScope = callerScopeOf(world, caller, allHostNameDefinitions(world)),
): readonly CallerEndpointList[] {
  return [...scope.definitions.values()].flatMap((definition) => callerEndpointListsOf(definition, caller, world));
}

/** Where a machine stands for one destination of one caller. */
export type Standing =
  /** The caller is sent it, or a gateway in its place. */
  | { readonly is: "sent"; readonly endpoints: readonly SentEndpoint[] }
  | { readonly is: "behind-gateway"; readonly endpoints: readonly SentEndpoint[] }
  /** A selector takes it, but the caller is not sent it. */
  | { readonly is: "left-out"; readonly reasons: readonly LeftOutReason[] }
  /** No selector of the host takes it: for each object that has the host there, why. */
  | { readonly is: "not-taken"; readonly by: readonly { readonly selector: MeshService; readonly reasons: readonly ExclusionReason[] }[] }
  /** The caller's proxy connects where the application says, and is sent no list. */
  | { readonly is: "original-destination" };

/** Whether a caller is sent a machine as an endpoint, and if not, why: never silent (docs/istio.md). */
export function standingOf(candidate: SelectionCandidate, destination: CallerEndpointList, world: SelectionWorld): Standing {
  const named = candidate.kind === "entry" ? candidate.entry : candidate.pod;
  const isIt = (machine: StoredWorkload) => machine.kind === candidate.kind && machine.namespace === named.namespace && machine.name === named.name;
  const endpoints = destination.groups.flatMap((group) => group.endpoints);
  const direct = endpoints.filter(({ stands }) => stands.for === "machine" && isIt(stands.held.machine));
  if (direct.length > 0) return { is: "sent", endpoints: direct };
  const gateways = endpoints.filter(({ stands }) => stands.for === "gateway" && stands.machines.some(isIt));
  if (gateways.length > 0) return { is: "behind-gateway", endpoints: gateways };
  const reasons = destination.leftOut.filter(({ machine }) => isIt(machine)).map(({ reason }) => reason);
  if (reasons.length > 0) return { is: "left-out", reasons };
  const by = selectorsOf(destination, world).map((selector) => ({ selector, reasons: reasonsAgainst(selector, candidate, world.mesh) }));
  if (by.every(({ reasons: against }) => against.length > 0)) return { is: "not-taken", by };
  return destination.discovery === "ORIGINAL_DST" ? { is: "original-destination" } : { is: "left-out", reasons: [{ code: "port-not-served" }] };
}

/** The objects whose endpoints a destination has: all that have its host in the namespace of its definition (docs/istio.md#joined-endpoints). */
function selectorsOf({ host, definition }: Pick<CallerEndpointList, "host" | "definition">, world: SelectionWorld): readonly MeshService[] {
  const { namespace } = definition;
  return [
    ...world.services.filter((one) => one.namespace === namespace && serviceHostName(one.name, namespace, world.mesh.domain) === host),
    ...world.serviceEntries.filter((one) => one.namespace === namespace && one.hosts.includes(host)),
  ];
}
