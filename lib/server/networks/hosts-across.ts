import type { NetworksQuery } from "@/lib/contract/url/networks-query";
import type { WireMultiClusterService } from "@/lib/contract/views/networks";
import { compareServicesAcrossClusters, type DefinedHostName } from "@/lib/domain/networks/across-clusters";
import { isSourceVisible, type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { hostObjectOf, isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { meshOf } from "@/lib/server/hosts/mesh-of";

/** Where the machines of hosts live and from where these resolve, of clusters in sight; nothing where there is one only. */
export function acrossInSight(fleet: FleetReader, scope: Scope, query: NetworksQuery): readonly WireMultiClusterService[] {
  const clusters = fleet.clusters.filter((cluster) => scope.clusters.has(cluster) && (query.clusters.length === 0 || query.clusters.includes(cluster)));
  if (clusters.length < 2) return [];
  const compared = clusters.map((cluster) => ({ cluster, seesDefinitions: seesAll(fleet, scope, cluster) }));
  const defined = clusters.flatMap((cluster) => definedIn(fleet, scope, cluster));
  // A picked namespace chooses hosts; who else defines them is a matter of all.
  const picked = new Set(defined.flatMap((one) => (one.machines > 0 && pickedPlace(query, one.cluster, one.namespace) ? [one.host] : [])));
  const hosts = defined.filter(({ host }) => picked.has(host));
  return compareServicesAcrossClusters(compared, hosts).map(({ host, lives, resolves }) => ({
    host,
    lives: lives.map((one) => ({ ...one, groups: [...one.groups] })),
    resolves: [...resolves],
  }));
}

function seesAll(fleet: FleetReader, scope: Scope, cluster: string): boolean {
  return (["services", "serviceentries"] as const).every(
    (source) => visibleNamespacesOfSource(scope, cluster, source) === "all" && fleet.sees(cluster, source),
  );
}

function definedIn(fleet: FleetReader, scope: Scope, cluster: string): readonly DefinedHostName[] {
  const { settings } = meshOf(fleet.worldOf(cluster));
  const { services, serviceentries } = fleet.tables;
  return [...services.inCluster(cluster), ...serviceentries.inCluster(cluster)].flatMap((object) => {
    const host = fleet.hosts.byUid(cluster, object.uid) ?? hostObjectOf(object, settings);
    if (host === null || !isHostInScope(host, scope)) return [];
    const { kind, namespace, name } = host.selector;
    const taken = takenBy(fleet, scope, host);
    return [...new Set(host.hosts)].map((one) => ({ cluster, host: one, kind, namespace, name, ...taken }));
  });
}

function takenBy(fleet: FleetReader, scope: Scope, host: HostObject): Pick<DefinedHostName, "machines" | "groups"> {
  if (!isSourceVisible(scope, host.cluster, "workloadentries", host.selector.namespace)) return { machines: 0, groups: [] };
  const machines = fleet.hosts.counts(host).machines.taken;
  if (machines === 0) return { machines, groups: [] };
  const groups = new Set<string>();
  for (const entry of fleet.hosts.machines(host)) groups.add(fleet.groupOf(entry).name);
  groups.delete("");
  return { machines, groups: [...groups].sort() };
}
