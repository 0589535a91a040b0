import type { Beat, ClusterStatus, HistoryBeat, SourceStatus, StartProblem } from "@/lib/contract/status";
import { inScope, type Scope, WATCHED_KINDS, type WatchedKind } from "@/lib/domain/scope";
import type { HistoryStatus } from "@/lib/server/history/history-record";
import { clusterFreshness } from "@/lib/server/watch/cluster-freshness";
import { ALL_NAMESPACES } from "@/lib/server/watch/fleet-sink";

/**
 * How fresh everything is, as a viewer may know it. A source whose namespace is out of sight is left out, of its cluster's freshness too;
 * one that covers more than is in sight keeps its state but neither its count nor the exact moment of its last proof, which would tell of
 * what cannot be seen: the age of that proof is rounded up to the interval within which a live source proves itself.
 */
export function beatOf(now: number, statuses: readonly ClusterStatus[], problems: readonly StartProblem[], scope: Scope): Beat {
  return { now, clusters: statuses.map((status) => clusterInSight(status, scope, now)), problems: [...problems] };
}

/** How the history is, for whoever sees a page: only its trouble is told. */
export function historyBeat(status: HistoryStatus): HistoryBeat {
  return status.kind === "recording" ? { kind: status.kind, since: status.since, reason: status.notice } : { since: null, ...status };
}

/** What of a beat is news: the kinds of freshness and their reasons. Counts and times move all the while. */
export function freshnessIn({ clusters, problems, history }: Beat): string {
  const parts = clusters.map(({ cluster, freshness, sources }) => [
    cluster,
    freshness.kind,
    freshness.reason,
    ...sources.map((source) => `${source.kind}/${source.namespace}/${source.freshness.kind}`),
  ]);
  return JSON.stringify([parts, problems, history]);
}

function clusterInSight(status: ClusterStatus, scope: Scope, now: number): ClusterStatus {
  const { cluster } = status;
  const sources = status.sources.filter((source) => isVisible(scope, cluster, source)).map((source) => narrowed(scope, cluster, source, now));
  const isWhole = sources.length === status.sources.length && sources.every((source, at) => source.freshness.reason === status.sources[at]?.freshness.reason);
  const freshness = isWhole && status.freshness.kind !== "live" ? status.freshness : clusterFreshness(sources);
  return { ...status, freshness, sources };
}

function kindOf(source: SourceStatus): WatchedKind | undefined {
  return WATCHED_KINDS.find((kind) => kind === source.kind);
}

function isVisible(scope: Scope, cluster: string, source: SourceStatus): boolean {
  const kind = kindOf(source);
  return kind === undefined || source.namespace === ALL_NAMESPACES || inScope(scope, cluster, kind, source.namespace);
}

function narrowed(scope: Scope, cluster: string, source: SourceStatus, now: number): SourceStatus {
  const kind = kindOf(source);
  const kinds = scope.clusters.get(cluster);
  if (source.namespace !== ALL_NAMESPACES || (kind !== undefined && kinds?.get(kind) === "all")) return source;
  const freshness = withRoundedProof(source, now);
  // Whoever sees some namespaces only must not be told which others were asked about.
  const namesOthers = freshness.kind === "denied" && (kinds?.get("namespaces") ?? "all") !== "all";
  const reason = namesOthers ? `This account may not list and watch ${source.kind}.` : freshness.reason;
  return { ...source, freshness: { ...freshness, reason }, objects: 0, unreadable: 0 };
}

/** Rounded up: the proof may be younger than is told, never older. What is not live stands still, and keeps its moment. */
function withRoundedProof({ freshness, proofMs }: SourceStatus, now: number): SourceStatus["freshness"] {
  if (freshness.kind !== "live" || freshness.asOf === null || proofMs === 0) return freshness;
  const intervals = Math.max(1, Math.ceil((now - freshness.asOf) / proofMs));
  return { ...freshness, asOf: now - intervals * proofMs };
}
