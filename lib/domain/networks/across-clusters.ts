/** A host name as one cluster defines it, and the machines that its objects select there. */
export interface DefinedHostName {
  readonly cluster: string;
  readonly host: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
  readonly machines: number;
  /** Names of the groups with machines that the cluster's objects select, sorted. */
  readonly groups: readonly string[];
}

/**
 * The definition of a host name in a cluster. `by-own`: the cluster's objects select own machines. `named`: they define it and select no machine.
 * `not-defined`: no Service or ServiceEntry of the cluster has the name, so callers there resolve it only by means that Stolos cannot see. `not-visible`: the
 * viewer may not see everything that could define it.
 */
export type HostNameDefinitionStatus = "by-own" | "named" | "not-defined" | "not-visible";

/** The clusters with machines of a host name, and its definition in each cluster. */
export interface ServiceAcrossClusters {
  readonly host: string;
  readonly lives: readonly { readonly cluster: string; readonly machines: number; readonly groups: readonly string[] }[];
  readonly resolves: readonly { readonly cluster: string; readonly as: HostNameDefinitionStatus }[];
}

/** A cluster to compare. `seesDefinitions`: the viewer may see all its Services and ServiceEntries. */
export interface ComparedCluster {
  readonly cluster: string;
  readonly seesDefinitions: boolean;
}

/**
 * Returns the host names whose objects select machines: first those that some cluster does not define, then the others, each by name. Empty with a
 * single cluster.
 */
export function compareServicesAcrossClusters(clusters: readonly ComparedCluster[], hosts: readonly DefinedHostName[]): readonly ServiceAcrossClusters[] {
  if (clusters.length < 2) return [];
  const byName = new Map<string, DefinedHostName[]>();
  for (const one of hosts) byName.set(one.host, [...(byName.get(one.host) ?? []), one]);
  const all = [...byName].flatMap(([host, defined]) => (defined.some(({ machines }) => machines > 0) ? [acrossOf(host, defined, clusters)] : []));
  return all.sort((a, b) => missingIn(b) - missingIn(a) || (a.host < b.host ? -1 : 1));
}

function acrossOf(host: string, defined: readonly DefinedHostName[], clusters: readonly ComparedCluster[]): ServiceAcrossClusters {
  const of = (cluster: string) => defined.filter((one) => one.cluster === cluster);
  const lives = clusters.flatMap(({ cluster }) => {
    const machines = of(cluster).reduce((sum, one) => sum + one.machines, 0);
    return machines === 0 ? [] : [{ cluster, machines, groups: [...new Set(of(cluster).flatMap(({ groups }) => groups))].sort() }];
  });
  return { host, lives, resolves: clusters.map((one) => ({ cluster: one.cluster, as: resolvesIn(one, of(one.cluster)) })) };
}

function resolvesIn({ seesDefinitions }: ComparedCluster, defined: readonly DefinedHostName[]): HostNameDefinitionStatus {
  if (defined.some(({ machines }) => machines > 0)) return "by-own";
  if (defined.length > 0) return "named";
  return seesDefinitions ? "not-defined" : "not-visible";
}

function missingIn({ resolves }: ServiceAcrossClusters): number {
  return resolves.filter(({ as }) => as === "not-defined").length;
}
