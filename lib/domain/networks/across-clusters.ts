/** A host as one cluster defines it, and the machines that it takes there. */
export interface DefinedHost {
  readonly cluster: string;
  readonly host: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
  readonly machines: number;
  /** Groups whose machines it takes there, in order. */
  readonly groups: readonly string[];
}

/**
 * What a cluster's own objects say of a host whose machines live elsewhere. `by-own`: it takes machines of its own. `named`: it is defined there and takes none.
 * `not-defined`: no Service and no ServiceEntry there has the name; callers there resolve it only by what is not seen here.
 * `not-visible`: who asks may not see everything there that could define it.
 */
export type ResolvingCluster = "by-own" | "named" | "not-defined" | "not-visible";

/** Where the machines of a host live, and what each cluster says of its name. */
export interface ServiceAcrossClusters {
  readonly host: string;
  readonly lives: readonly { readonly cluster: string; readonly machines: number; readonly groups: readonly string[] }[];
  readonly resolves: readonly { readonly cluster: string; readonly as: ResolvingCluster }[];
}

/** Clusters that are compared; `seesDefinitions`: whoever asks sees all Services and ServiceEntries of it. */
export interface ComparedCluster {
  readonly cluster: string;
  readonly seesDefinitions: boolean;
}

/** Hosts that take machines, those first that some cluster does not define, then by name; nothing where there is one cluster only. */
export function servicesAcrossClusters(clusters: readonly ComparedCluster[], hosts: readonly DefinedHost[]): readonly ServiceAcrossClusters[] {
  if (clusters.length < 2) return [];
  const byName = new Map<string, DefinedHost[]>();
  for (const one of hosts) byName.set(one.host, [...(byName.get(one.host) ?? []), one]);
  const all = [...byName].flatMap(([host, defined]) => (defined.some(({ machines }) => machines > 0) ? [acrossOf(host, defined, clusters)] : []));
  return all.sort((a, b) => missingIn(b) - missingIn(a) || (a.host < b.host ? -1 : 1));
}

function acrossOf(host: string, defined: readonly DefinedHost[], clusters: readonly ComparedCluster[]): ServiceAcrossClusters {
  const of = (cluster: string) => defined.filter((one) => one.cluster === cluster);
  const lives = clusters.flatMap(({ cluster }) => {
    const machines = of(cluster).reduce((sum, one) => sum + one.machines, 0);
    return machines === 0 ? [] : [{ cluster, machines, groups: [...new Set(of(cluster).flatMap(({ groups }) => groups))].sort() }];
  });
  return { host, lives, resolves: clusters.map((one) => ({ cluster: one.cluster, as: resolvesIn(one, of(one.cluster)) })) };
}

function resolvesIn({ seesDefinitions }: ComparedCluster, defined: readonly DefinedHost[]): ResolvingCluster {
  if (defined.some(({ machines }) => machines > 0)) return "by-own";
  if (defined.length > 0) return "named";
  return seesDefinitions ? "not-defined" : "not-visible";
}

function missingIn({ resolves }: ServiceAcrossClusters): number {
  return resolves.filter(({ as }) => as === "not-defined").length;
}
