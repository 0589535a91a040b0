import { compareText } from "@/lib/domain/compare-text";
import { fullHost, hostsMeet } from "./host-name";
import type { VirtualService } from "./policies";
import { isForSidecarsOf } from "./routed-hosts";
import type { SelectionWorld } from "./world";

/** A VirtualService that names a host: it decides where requests for the host go, or sends requests there, for these subsets ("" = none). */
export interface RouteTo {
  readonly route: VirtualService;
  readonly isFor: boolean;
  readonly subsets: readonly string[];
}

/**
 * The VirtualServices that name a host, by namespace and name: as one whose requests they send on, or as one that they send requests to
 * (docs/istio.md#virtualservices).
 */
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

/** A subset to which a VirtualService sends requests of a host name, with the largest share of a route that goes there, 0 to 1. */
export interface RoutedSubset {
  readonly route: VirtualService;
  readonly subset: string;
  readonly share: number;
}

/** The subsets of a host name to which sidecars of a namespace are sent, by VirtualService. A share of 0 sends nothing. */
export function visibleRoutes(
  host: string,
  namespace: string,
  { virtualServices, mesh }: Pick<SelectionWorld, "virtualServices" | "mesh">,
): readonly RoutedSubset[] {
  return virtualServices
    .filter((route) => isForSidecarsOf(route, namespace, mesh))
    .flatMap((route) => {
      const to = route.destinations.filter(
        (one) =>
          one.subset !== "" &&
          (one.share ?? 0) > 0 &&
          (one.sources.length === 0 || one.sources.includes(namespace)) &&
          fullHost(one.host, route.namespace, mesh.domain) === host,
      );
      const subsets = [...new Set(to.map(({ subset }) => subset))].sort();
      return subsets.map((subset) => ({ route, subset, share: Math.max(...to.filter((one) => one.subset === subset).map(({ share = 0 }) => share)) }));
    })
    .sort((a, b) => compareText(keyOf(a.route), keyOf(b.route)));
}

function keyOf({ namespace, name }: VirtualService): string {
  return `${namespace}/${name}`;
}
