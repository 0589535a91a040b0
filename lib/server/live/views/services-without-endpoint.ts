import type { ListQuery } from "@/lib/contract/url/list-query";
import type { ServicesWithoutEndpointHead } from "@/lib/contract/views/services";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import {
  compareEndpointLosses,
  type ServiceEndpointStatusRow,
  type ServiceWithoutEndpoint,
  serviceWithoutEndpoint,
} from "@/lib/domain/statements/services-without-endpoint";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { EmptyHosts } from "@/lib/server/hosts/list/empty-hosts";
import type { ListedHost } from "@/lib/server/hosts/list/host-row";
import { SeenHosts } from "@/lib/server/hosts/list/seen-hosts";
import { RowIncidents } from "@/lib/server/incidents/row-incidents";
import type { OpenView } from "@/lib/server/live/view-source";
import { placesOf } from "./visible-groups";

/** The services without an endpoint, as the list of services shows them: losses within 24 h first, older ones last. */
export const openServicesWithoutEndpoint: OpenView<"services-without-endpoint"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const picked = placesOf(query);
  const seen = new SeenHosts(fleet, viewer.scope, picked, changed, new EmptyHosts(fleet, viewer.scope, picked));
  // Another service changes the number of all services only. One that is not visible changes nothing.
  const unhooks = [fleet.tables.services, fleet.tables.serviceentries].map((table) =>
    table.hook((before, after) => {
      const one = after ?? before;
      const isListed = one !== null && isInScope(viewer.scope, one.cluster, one.kind, one.namespace) && pickedPlace(picked, one.cluster, one.namespace);
      if (isListed) changed();
    }),
  );
  const incidents = new RowIncidents(fleet, viewer.scope, changed);
  return {
    compute: () => {
      const now = fleet.now();
      const found = seen.now().flatMap((host) => lost(host) ?? []);
      found.sort((a, b) => compareEndpointLosses(a.statement, b.statement, now));
      const head: ServicesWithoutEndpointHead = { total: found.length, services: serviceCount(fleet, viewer.scope, picked) };
      return { head, rows: incidents.ofServices(found.slice(offset, offset + limit).map(({ row }) => row)) };
    },
    close: () => {
      for (const unhook of unhooks) unhook();
      incidents.close();
      seen.close();
    },
  };
};

/** Returns the number of services as the list of services counts them: one for each host name. */
function serviceCount(fleet: FleetReader, scope: Scope, picked: Pick<ListQuery, "clusters" | "namespaces">): number {
  const hosts = fleet.hosts.all(scope).filter(({ cluster, selector }) => pickedPlace(picked, cluster, selector.namespace));
  return hosts.reduce((sum, { hosts: names }) => sum + new Set(names).size, 0);
}

function lost({ row }: ListedHost): { readonly row: ListedHost["row"]; readonly statement: ServiceWithoutEndpoint } | null {
  const statement = serviceWithoutEndpoint(row satisfies ServiceEndpointStatusRow);
  return statement === null ? null : { row, statement };
}
