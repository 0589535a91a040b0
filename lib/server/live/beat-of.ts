import type { Beat, ClusterStatus, SourceStatus, StartProblem } from "@/lib/contract/status";
import { inScope, type Scope, WATCHED_KINDS, type WatchedKind } from "@/lib/domain/scope";

/**
 * How fresh everything is, as a viewer may know it. A source whose namespace is out of sight is left out; one that covers more than is in
 * sight keeps its state but neither its count nor the moment of its last event, which would tell of what cannot be seen.
 */
export function beatOf(now: number, statuses: readonly ClusterStatus[], problems: readonly StartProblem[], scope: Scope): Beat {
  const clusters = statuses.map((status) => ({
    ...status,
    freshness: steady(status.freshness, now),
    sources: status.sources.filter((source) => isVisible(scope, status.cluster, source)).map((source) => narrowed(scope, status.cluster, source, now)),
  }));
  return { now, clusters, problems: [...problems] };
}

function kindOf(source: SourceStatus): WatchedKind | undefined {
  return WATCHED_KINDS.find((kind) => kind === source.kind);
}

function isVisible(scope: Scope, cluster: string, source: SourceStatus): boolean {
  const kind = kindOf(source);
  return kind === undefined || source.namespace === "*" || inScope(scope, cluster, kind, source.namespace);
}

function narrowed(scope: Scope, cluster: string, source: SourceStatus, now: number): SourceStatus {
  const kind = kindOf(source);
  const whole = kind !== undefined && scope.clusters.get(cluster)?.get(kind) === "all";
  const freshness = steady(source.freshness, now);
  return whole || source.namespace !== "*" ? { ...source, freshness } : { ...source, freshness, objects: 0, unreadable: 0 };
}

/** What is live is current now: the moment of its last proof is nobody's business. */
function steady(freshness: ClusterStatus["freshness"], now: number): ClusterStatus["freshness"] {
  return freshness.kind === "live" ? { ...freshness, asOf: now } : freshness;
}
