import type { ClusterStartProblem, ClusterStatus, Heartbeat, HistoryRecordingStatus, SourceStatus } from "@/lib/contract/status";
import { hasNamespace, type NamespaceScope, type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { ALL_NAMESPACES, sourceNamed } from "@/lib/domain/source/source";
import { NOT_ALL_ASKED } from "@/lib/format/session-words";
import { deniedInSight } from "@/lib/format/source-words";
import type { HistoryStatus } from "@/lib/server/history/history-record";
import { clusterFreshness } from "@/lib/server/watch/cluster-freshness";

/**
 * How fresh everything is, as a viewer may know it. A cluster that he may not know is left out with all that is wrong with it. A source whose namespace is out of sight is left out, of its cluster's freshness too;
 * one that covers more than is in sight keeps its state but neither its count nor the exact moment of its last proof, which would tell of
 * what cannot be seen: the age of that proof is rounded up to the interval within which a live source proves itself.
 */
export function beatOf(
  now: number,
  statuses: readonly ClusterStatus[],
  problems: readonly ClusterStartProblem[],
  scope: Scope,
  istioNamespace = ISTIO_SYSTEM,
): Heartbeat {
  const known = statuses.filter(({ cluster }) => scope.knownClusters.has(cluster));
  return {
    now,
    clusters: known.map((status) => clusterInSight(withHiddenReplicas(status, scope, istioNamespace), scope, now)),
    problems: problemsInSight(problems, scope),
  };
}

/** How the history is, for whoever sees a page: only its trouble is told. */
export function historyBeat(status: HistoryStatus): HistoryRecordingStatus {
  return status.kind === "recording" ? { kind: status.kind, since: status.since, reason: status.notice } : { since: null, ...status };
}

/** What of a beat is news: the kinds of freshness and their reasons. Counts and times move all the while. */
export function freshnessIn({ clusters, problems, history }: Heartbeat): string {
  const parts = clusters.map(({ cluster, freshness, sources }) => [
    cluster,
    freshness.kind,
    freshness.reason,
    ...sources.map((source) => `${source.source}/${source.namespace}/${source.freshness.kind}`),
  ]);
  return JSON.stringify([parts, problems, history]);
}

const ISTIO_SYSTEM = "istio-system";

/** Denies istiod's Pods to a viewer without permission to read Pods in istiod's namespace, and names this namespace. */
function withHiddenReplicas(status: ClusterStatus, scope: Scope, istioNamespace: string): ClusterStatus {
  if (!scope.clusters.has(status.cluster)) return status;
  const sight = visibleNamespacesOfSource(scope, status.cluster, "istiod-pods");
  const isHidden = sight !== "all" && !sight.includes(istioNamespace);
  const shown = (source: SourceStatus): SourceStatus => {
    const isDenied = source.freshness.kind === "denied";
    if (source.source !== "istiod-pods" || !(isHidden || isDenied)) return source;
    const denied = { ...source, namespace: istioNamespace, objects: 0, unreadable: 0 };
    // The reason of Stolos itself may name namespaces that the viewer does not see.
    return isHidden ? { ...denied, freshness: deniedTo(source) } : denied;
  };
  return { ...status, sources: status.sources.map(shown) };
}

function clusterInSight(status: ClusterStatus, scope: Scope, now: number): ClusterStatus {
  const { cluster } = status;
  const sources = status.sources.filter((source) => isVisible(scope, cluster, source)).map((source) => narrowed(scope, cluster, source, now));
  const isWhole = sources.length === status.sources.length && sources.every((source, at) => source.freshness.reason === status.sources[at]?.freshness.reason);
  const freshness = isWhole && status.freshness.kind !== "live" ? status.freshness : clusterFreshness(sources);
  return { ...status, freshness, sources };
}

/** Where no context can be read at all there is no cluster to keep silent about. */
function problemsInSight(problems: readonly ClusterStartProblem[], scope: Scope): ClusterStartProblem[] {
  const known = problems.filter(({ context }) => context === null || scope.knownClusters.has(context));
  return scope.isPartial ? [...known, { context: null, ...NOT_ALL_ASKED }] : known;
}

/** The namespaces in which a source is in sight; undefined where this version knows no such source. */
function sightOf(scope: Scope, cluster: string, { source }: SourceStatus): NamespaceScope | undefined {
  const name = sourceNamed(source);
  return name === undefined ? undefined : visibleNamespacesOfSource(scope, cluster, name);
}

function isVisible(scope: Scope, cluster: string, source: SourceStatus): boolean {
  const sight = sightOf(scope, cluster, source) ?? "all";
  const isHiddenReplicas = source.source === "istiod-pods" && source.freshness.kind === "denied";
  return isHiddenReplicas || source.namespace === ALL_NAMESPACES || hasNamespace(sight, source.namespace);
}

function narrowed(scope: Scope, cluster: string, source: SourceStatus, now: number): SourceStatus {
  const sight = sightOf(scope, cluster, source);
  if (source.namespace !== ALL_NAMESPACES || sight === "all") return source;
  const isDenied = scope.clusters.has(cluster) && sight?.length === 0;
  if (isDenied && source.freshness.kind !== "denied") return { ...source, freshness: deniedTo(source), objects: 0, unreadable: 0 };
  const freshness = withRoundedProof(source, now);
  // Whoever sees some namespaces only must not be told which others were asked about.
  const namesOthers = freshness.kind === "denied" && (scope.clusters.get(cluster)?.get("namespaces") ?? "all") !== "all";
  const reason = namesOthers ? deniedTo(source).reason : freshness.reason;
  return { ...source, freshness: { ...freshness, reason }, objects: 0, unreadable: 0 };
}

/** A source of which the viewer may see nothing, whatever the server can. */
function deniedTo({ source }: SourceStatus): SourceStatus["freshness"] {
  return { kind: "denied", asOf: null, reason: deniedInSight(source) };
}

/** Rounded up: the proof may be younger than is told, never older. What is not live stands still, and keeps its moment. */
function withRoundedProof({ freshness, proofMs }: SourceStatus, now: number): SourceStatus["freshness"] {
  if (freshness.kind !== "live" || freshness.asOf === null || proofMs === 0) return freshness;
  const intervals = Math.max(1, Math.ceil((now - freshness.asOf) / proofMs));
  return { ...freshness, asOf: now - intervals * proofMs };
}
