import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { type ClusterCoverage, clusterCoverage } from "@/lib/domain/statements/clusters-in-total";

type SeenClusters = Parameters<typeof clusterCoverage>[0];

/** The clusters of a query that are reached, and the query for their numbers alone. */
export interface ReachedQuery extends ClusterCoverage {
  readonly query: string;
}

interface Seen {
  readonly clusters: SeenClusters;
  /** Contexts that Stolos cannot use. */
  readonly problems: readonly { readonly context: string | null }[];
}

/** Null if the numbers of the query itself are those of reached clusters, or if no cluster is reached. `now` in milliseconds. */
export function reachedQuery({ clusters, problems }: Seen, query: string, now: number): ReachedQuery | null {
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

/** The same on a page of the past. `then`: its clusters at that moment; missing = all were reached. */
export function reachedThen(then: SeenClusters | undefined, query: string, at: number): ReachedQuery | null {
  return reachedQuery({ clusters: then ?? [], problems: [] }, query, at);
}

const NEVER = { kind: "stale", asOf: null } as const;
