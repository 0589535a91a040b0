import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { ordersInForce, type PortOrder } from "@/lib/domain/findings/host-order";
import { lacksPlaces } from "@/lib/domain/findings/host-places";
import { type Detected, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { destinationsInNamespace, type HostInNamespace, hostInNamespace, isSameObject } from "@/lib/domain/findings/service-destinations";
import { hostObject, takenBy } from "@/lib/domain/findings/service-parts";
import { sentLocality } from "@/lib/domain/locality";
import { isNamedBy, rulesInForce } from "@/lib/domain/selection/by-place";
import type { LocalityBalancing } from "@/lib/domain/selection/policies";

/**
 * `distribute` sends the callers of one `from` only to localities without an endpoint of the service. Their requests fail though endpoints live elsewhere,
 * because it switches failover off (pilot/pkg/networking/core/loadbalancer/loadbalancer.go applyLocalityWeights).
 */
export const distributeWithoutEndpoints: Rule<"host"> = {
  code: "STL410",
  name: "distribute-without-endpoints",
  subject: "host",
  severity: "warning",
  needs: ["services", "serviceentries", "workloadentries", "workload-pods", "mesh-config"],
  needsAll: ["destinationrules"],
  // The places of Pods are those of their Nodes.
  refutedBy: (host, world) => ((world.countsOf(host).pods?.taken ?? 0) > 0 ? ["nodes"] : []),
  noPatchBecause: "which localities are to serve these callers only the owner of the service knows",
  detect: (host, world) => {
    const orders = ordersInForce(host, world).filter(({ by }) => by === "distribute");
    if (orders.length === 0 || takenBy(world.countsOf(host)) === 0) return [];
    if (lacksPlaces(host, world)) return { cannotTell: ["nodes"] };
    const suspects = orders.map((order) => ({ order, shares: sharesWithoutMachines(order, host, world) })).filter(({ shares }) => shares.length > 0);
    return [...new Set(suspects.map(({ order }) => order.definition.host))].flatMap((name) => foundFor(name, host, { suspects, world }));
  },
};

type Shares = NonNullable<LocalityBalancing["distribute"]>;

interface Suspect {
  readonly order: PortOrder;
  readonly shares: Shares;
}

/** The rules of `distribute` that lead to none of the service's own machines. A machine that is unhealthy or draining counts: other rules report it. */
function sharesWithoutMachines({ setting }: PortOrder, host: FindingHost, world: FindingsWorld): Shares {
  const distribute = setting?.by === "locality" ? (setting.setting.distribute ?? []) : [];
  const places = Array.from(world.placesOf(host), ({ region, zone, subzone }) => [region, zone, subzone].join("/"));
  return rulesInForce(distribute).filter(({ to }) => !places.some((place) => to.some(([named]) => isNamedBy(place, named))));
}

function foundFor(
  name: string,
  host: FindingHost,
  { suspects, world }: { readonly suspects: readonly Suspect[]; readonly world: FindingsWorld },
): readonly Detected[] {
  const here = hostInNamespace(name, host.selector.namespace, world);
  if (here === null || !isSameObject(here.definition.origin, host.selector)) return [];
  for (const { order, shares } of suspects.filter((one) => one.order.definition.host === name)) {
    const stranded = shares.filter(({ from }) => endpointsFrom(from, order.port, here)?.kept === 0);
    const [first] = stranded;
    if (first === undefined) continue;
    const from = order.setting?.from === "rule" ? order.rule?.from.find(({ policy }) => policy !== null) : undefined;
    const evidence = {
      ...{ host: name, from: stranded.map((one) => one.from), to: [...new Set(stranded.flatMap(({ to }) => to.map(([place]) => place)))] },
      ...{ localities: endpointsFrom(first.from, order.port, here)?.localities ?? [], rule: from === undefined ? "" : `${from.namespace}/${from.name}` },
    };
    const objects = [hostObject(host), ...(from === undefined ? [] : [findingObject("DestinationRule", from)])];
    return [{ of: name, objects, evidence }];
  }
  return [];
}

/** The endpoints that callers of a `from` keep on one port, and the localities of those that they lose; null where they have none without `distribute` either. */
function endpointsFrom(from: string, port: number, here: HostInNamespace): { readonly kept: number; readonly localities: readonly string[] } | null {
  const destination = destinationsInNamespace(here, from).find((one) => one.port === port);
  const lost = destination?.leftOut.flatMap(({ reason }) => (reason.code === "locality-left-out" ? [sentLocality(reason.locality)] : [])) ?? [];
  if (destination === undefined || lost.length === 0) return null;
  return { kept: destination.groups.reduce((sum, { endpoints }) => sum + endpoints.length, 0), localities: [...new Set(lost)].sort() };
}
