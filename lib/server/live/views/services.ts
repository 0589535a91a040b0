import { parseServicesQuery } from "@/lib/contract/url/list-filters";
import type { ServicesHead } from "@/lib/contract/views/services";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { filteredHosts } from "@/lib/server/hosts/list/filter-hosts";
import type { ListedHost } from "@/lib/server/hosts/list/host-row";
import { hostSummary } from "@/lib/server/hosts/list/host-summary";
import { SeenHosts } from "@/lib/server/hosts/list/seen-hosts";
import { isHostSort, sortHosts } from "@/lib/server/hosts/list/sort-hosts";
import { hasAmbient } from "@/lib/server/hosts/mesh-of";
import type { OpenView } from "@/lib/server/live/view-source";
import { unseenGateways } from "@/lib/server/networks/mesh-networks";

/** Every host of every Service and ServiceEntry that machines may answer for, filtered and sorted. */
export const openServices: OpenView<"services"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const parsed = parseServicesQuery(query);
  const seen = new SeenHosts(fleet, viewer.scope, parsed, changed);
  const problem = isHostSort(parsed.sort) ? null : `There is no column "${parsed.sort.replace(/^-/, "")}" to sort by; this is worst first.`;
  return {
    compute: () => {
      const all = seen.now();
      const isForSidecars = fleet.clusters.some((cluster) => viewer.scope.clusters.has(cluster) && hasAmbient(fleet.worldOf(cluster)));
      const { matched, facets } = filteredHosts(all, parsed.terms);
      const summary = hostSummary(all, { isForSidecars, pathsUnseen: pathsUnseen(fleet, viewer.scope, all) });
      const head: ServicesHead = { total: all.length, matched: matched.length, facets: [...facets], problem, summary };
      const rows = sortHosts(matched, parsed.sort).slice(offset, offset + limit);
      return { head, rows: rows.map(({ row }) => row) };
    },
    close: () => seen.close(),
  };
};

/** The services with visible machines in other networks whose gateways are not all visible. */
function pathsUnseen(fleet: FleetReader, scope: Scope, hosts: readonly ListedHost[]): number {
  const clusters = fleet.clusters.filter((cluster) => scope.clusters.has(cluster));
  const unseen = new Map(clusters.map((cluster) => [cluster, unseenGateways(fleet.worldOf(cluster), scope)]));
  return hosts.filter(({ object }) => {
    const gateways = unseen.get(object.cluster) ?? null;
    if (!isInScope(scope, object.cluster, "workloadentries", object.selector.namespace)) return false;
    return gateways !== null && fleet.hosts.spread(object).some(({ network }) => network !== "" && network !== gateways.ownNetwork);
  }).length;
}
