import type { ServicesWithoutEndpointHead } from "@/lib/contract/views/services";
import {
  compareEndpointLosses,
  type ServiceEndpointStatusRow,
  type ServiceWithoutEndpoint,
  serviceWithoutEndpoint,
} from "@/lib/domain/statements/services-without-endpoint";
import { EmptyHosts } from "@/lib/server/hosts/list/empty-hosts";
import type { ListedHost } from "@/lib/server/hosts/list/host-row";
import { SeenHosts } from "@/lib/server/hosts/list/seen-hosts";
import type { OpenView } from "@/lib/server/live/view-source";
import { placesOf } from "./visible-groups";

/** The services without an endpoint, as the list of services shows them: losses within 24 h first, older ones last. */
export const openServicesWithoutEndpoint: OpenView<"services-without-endpoint"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const picked = placesOf(query);
  const seen = new SeenHosts(fleet, viewer.scope, picked, changed, new EmptyHosts(fleet, viewer.scope, picked));
  return {
    compute: () => {
      const now = fleet.now();
      const found = seen.now().flatMap((host) => lost(host) ?? []);
      found.sort((a, b) => compareEndpointLosses(a.statement, b.statement, now));
      const head: ServicesWithoutEndpointHead = { total: found.length };
      return { head, rows: found.slice(offset, offset + limit).map(({ row }) => row) };
    },
    close: () => seen.close(),
  };
};

function lost({ row }: ListedHost): { readonly row: ListedHost["row"]; readonly statement: ServiceWithoutEndpoint } | null {
  const statement = serviceWithoutEndpoint(row satisfies ServiceEndpointStatusRow);
  return statement === null ? null : { row, statement };
}
