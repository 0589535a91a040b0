import { fullHost, hostsMeet } from "./host-name";
import type { VirtualService } from "./policies";

/** A VirtualService that names a host: it decides where requests for the host go, or sends requests there, for these subsets ("" = none). */
export interface RouteTo {
  readonly route: VirtualService;
  readonly isFor: boolean;
  readonly subsets: readonly string[];
}

/** The VirtualServices that name a host, by namespace and name: as one whose requests they send on, or as one that they send requests to (facts 4.9). */
export function routesTo(host: string, routes: readonly VirtualService[], domain: string): readonly RouteTo[] {
  return routes
    .map((route) => {
      const to = route.destinations.filter((one) => fullHost(one.host, route.namespace, domain) === host);
      const isFor = route.hosts.some((one) => hostsMeet(fullHost(one, route.namespace, domain), host));
      return { route, isFor, subsets: [...new Set(to.map(({ subset }) => subset))].sort() };
    })
    .filter(({ isFor, subsets }) => isFor || subsets.length > 0)
    .sort((a, b) => (keyOf(a.route) < keyOf(b.route) ? -1 : 1));
}

function keyOf({ namespace, name }: VirtualService): string {
  return `${namespace}/${name}`;
}
