import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { type ClusterCoverage, clusterCoverage } from "@/lib/domain/statements/clusters-in-total";

type SeenClusters = Parameters<typeof clusterCoverage>[0];

/** The reachable and unreachable clusters of a query, and the query for the reachable ones. */
export interface ReachableClustersQuery extends ClusterCoverage {
  readonly query: string;
}

interface Seen {
  readonly clusters: SeenClusters;
  /** Kubeconfig contexts that Stolos cannot use. */
  readonly problems: readonly { readonly context: string | null }[];
}

/** Returns the query for the reachable clusters; null if all or none are reachable. `now` in milliseconds. */
export function reachableClustersQuery({ clusters, problems }: Seen, query: string, now: number): ReachableClustersQuery | null {
  const { clusters: asked, namespaces } = parseMachinesQuery(query);
  const isAsked = (cluster: string) => asked.length === 0 || asked.includes(cluster);
  const known = new Set(clusters.map(({ cluster }) => cluster));
  const unusable = problems.flatMap(({ context }) => (context === null || known.has(context) ? [] : [{ cluster: context, freshness: NEVER }]));
  const found = clusterCoverage(
    [...clusters, ...unusable].filter(({ cluster }) => isAsked(cluster)),
    now,
  );
  return found === null ? null : { ...found, query: formatListQuery({ clusters: found.reached, namespaces, terms: [], sort: "" }) };
}

/**
 * Returns the query for the clusters that were reachable at a time of the past; null if all or none were. `then`: the clusters at that time; absent =
 * all were reachable.
 */
export function reachableClustersQueryAt(then: SeenClusters | undefined, query: string, at: number): ReachableClustersQuery | null {
  return reachableClustersQuery({ clusters: then ?? [], problems: [] }, query, at);
}

const NEVER = { kind: "stale", asOf: null } as const;
