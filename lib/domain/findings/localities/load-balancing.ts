import { unseenPodNetworkSources } from "@/lib/domain/findings/caller-networks";
import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { type DetectedFinding, type FindingEvidence, type FindingRemedy, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { destinationsForCallers, type ServiceSeenByCallers, serviceSeenByCallers } from "@/lib/domain/findings/service-destinations";
import { selectedEndpointCount, serviceFindingObject } from "@/lib/domain/findings/service-parts";
import { localitySentByIstiod } from "@/lib/domain/localities/locality";
import { isSameService } from "@/lib/domain/selection/caller-service";
import { matchesLocalityPattern, maxEjectedEndpoints, unshadowedDistributeRules } from "@/lib/domain/selection/locality-routing";
import type { DestinationRule, LocalityBalancing } from "@/lib/domain/selection/policies";
import { effectivePortEndpointOrders, type PortEndpointOrder, portEndpointOrders } from "./port-order";
import { hasRegionOrZone, hasUnknownPodLocality, mostLocalitiesOfOneCaller, zoneEndpointCount, zoneName, zonesOfService } from "./zones";

/**
 * A DestinationRule has outlier detection, but its `maxEjectionPercent` lets a caller eject fewer endpoints than the service has in its largest zone.
 * If that zone fails, callers still send requests to its endpoints. If not set, the limit is 10 %, which ejects none of fewer than ten. `distribute`
 * switches failover off (pilot/pkg/networking/core/cluster_traffic_policy.go applyOutlierDetection; Envoy's outlier_detection_impl.cc ejectHost).
 */
export const failoverCannotEject: Rule<"host"> = {
  code: "STL401",
  name: "failover-cannot-eject",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "workload-pods", "destinationrules", "mesh-config"],
  needsAll: ["destinationrules"],
  betterWith: ["nodes"],
  refutedBy: () => ["services", "serviceentries"],
  detect: (host, world) => {
    const ejecting = effectivePortEndpointOrders(host, world).filter(({ by, policy }) => by === "failover" && policy !== null && policy.outlier !== null);
    if (ejecting.length === 0) return [];
    if (hasUnknownPodLocality(host, world)) return { cannotTell: ["nodes"] };
    const told = new Map<string, DetectedFinding>();
    for (const order of ejecting) {
      const { host: name } = order.definition;
      const found = told.has(name) ? null : foundIn(order, host, world);
      if (found !== null) told.set(name, { ...found, of: name });
    }
    return [...told.values()];
  },
};

function foundIn(order: PortEndpointOrder, host: ServiceSubject, world: FindingsWorld): DetectedFinding | null {
  const zones = zonesOfService(host, world);
  const [largest] = zones.filter(hasRegionOrZone);
  const endpoints = zones.reduce((sum, zone) => sum + zoneEndpointCount(zone), 0);
  // If all endpoints are in one zone, requests cannot move to another.
  if (largest === undefined || zoneEndpointCount(largest) === endpoints) return null;
  const { policy, rule, definition } = order;
  const ejected = maxEjectedEndpoints(endpoints, policy?.outlier ?? null);
  if (ejected >= zoneEndpointCount(largest)) return null;
  const from = rule?.from.find((one) => one.policy !== null);
  const percent = policy?.outlier?.maxEjectionPercent ?? null;
  const evidence = {
    ...{ host: definition.host, endpoints, ejected, zone: zoneName(largest), inZone: zoneEndpointCount(largest) },
    ...{ percent: percent === null || percent <= 0 ? "" : String(percent), rule: from === undefined ? "" : `${from.namespace}/${from.name}` },
  };
  const objects = [serviceFindingObject(host), ...(from === undefined ? [] : [findingObject("DestinationRule", from)])];
  const patch = from === undefined ? null : outlierPatch(from);
  return { objects, evidence, ...(patch === null ? {} : { patch }) };
}

/**
 * Returns the patch of a DestinationRule without port policies; null = no patch. The policy of a port is an item of a list, which a merge patch would
 * replace.
 */
function outlierPatch({ namespace, name, policy }: DestinationRule): FindingRemedy | null {
  if (policy === null || policy.ports.length > 0 || policy.outlier === null) return null;
  const body = { spec: { trafficPolicy: { outlierDetection: { maxEjectionPercent: 100 } } } };
  return { kind: "DestinationRule", namespace, name, type: "merge", body };
}

/**
 * A DestinationRule fails a region over to another one in which the service has no endpoint (pilot/pkg/networking/core/loadbalancer/loadbalancer.go, failover).
 */
export const failoverWithoutPeer: Rule<"host"> = {
  code: "STL402",
  name: "failover-without-peer",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "workload-pods"],
  needsAll: ["destinationrules"],
  betterWith: ["mesh-config"],
  refutedBy: () => ["services", "serviceentries"],
  noPatchBecause: "machines in that region, or another region in the rule: which of the two is meant only the host's owner knows",
  detect: (host, world) => {
    const ruled = effectivePortEndpointOrders(host, world).filter(({ setting, by }) => by === "failover" && setting !== null && setting.from === "rule");
    if (ruled.length === 0) return [];
    if (hasUnknownPodLocality(host, world)) return { cannotTell: ["nodes"] };
    const regions = new Set(zonesOfService(host, world).map(({ region }) => region));
    const seen = new Set<string>();
    return ruled.flatMap(({ definition, setting, rule }) =>
      (setting?.setting.failover ?? []).flatMap(({ from, to }) => {
        const of = `${definition.host} ${from}`;
        if (seen.has(of) || !regions.has(from) || regions.has(to)) return [];
        seen.add(of);
        const [written] = rule?.from ?? [];
        const objects = [serviceFindingObject(host), ...(written === undefined ? [] : [findingObject("DestinationRule", written)])];
        return [{ of, objects, evidence: { host: definition.host, from, to, regions: [...regions].filter((one) => one !== "").sort() } }];
      }),
    );
  },
};

/**
 * All endpoints of a service are in one zone, and other zones have machines. If that zone fails, the service is down, whatever the locality settings are
 * (pilot/pkg/networking/core/loadbalancer/loadbalancer.go).
 */
export const singleZoneHost: Rule<"host"> = {
  code: "STL403",
  name: "single-zone-host",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "workload-pods"],
  betterWith: ["nodes"],
  noPatchBecause: "what is missing is machines in another zone",
  detect: (host, world) => {
    const counts = world.countsOf(host);
    if ((counts.machines?.taken ?? 0) === 0 || counts.inline + counts.addresses > 0) return [];
    if (hasUnknownPodLocality(host, world)) return { cannotTell: ["nodes"] };
    const zones = zonesOfService(host, world);
    const [only] = zones;
    if (only === undefined || zones.length > 1 || !hasRegionOrZone(only) || only.zone === "" || zoneEndpointCount(only) < 2) return [];
    const isAlone = world.zonesInUse().every(({ region, zone }) => region === only.region && zone === only.zone);
    if (isAlone) return [];
    if (host.selector.kind === "Service" && !world.sees("endpointslices", host.selector.namespace)) return { cannotTell: ["endpointslices"] };
    const evidence = { hosts: host.hosts, zone: zoneName(only), machines: only.machines, pods: only.pods };
    return [{ objects: [serviceFindingObject(host), findingObject("Locality", { namespace: "", name: zoneName(only) })], evidence }];
  },
};

/**
 * A caller gets endpoints of a service in several zones. The mesh has locality load balancing, but this service has neither outlier detection in a
 * DestinationRule nor a traffic distribution, which locality load balancing needs. So all zones are one pool
 * (pilot/pkg/networking/core/loadbalancer/loadbalancer.go ApplyLocalityLoadBalancer). An object with UDP ports only has no finding: if its endpoints
 * join a TCP port of another object, that object's settings order them, and a change of this object has no effect.
 */
export const placeWithoutEffect: Rule<"host"> = {
  code: "STL404",
  name: "place-without-effect",
  subject: "host",
  severity: "note",
  needs: ["workloadentries", "workload-pods", "mesh-config"],
  needsAll: ["destinationrules"],
  betterWith: ["nodes", "namespaces"],
  refutedBy: (_, world) => ["services", "serviceentries", ...(world.mesh.settings.gateways.length === 0 ? [] : unseenPodNetworkSources(world))],
  detect: (host, world) => {
    const orders = portEndpointOrders(host, world.selection());
    // If the setting is null, someone turned locality load balancing off on purpose.
    const without = orders.filter(({ setting, by }) => setting !== null && setting.by === "locality" && setting.setting.isEnabled && by === "none");
    if (without.length === 0 || without.length < orders.length || (world.countsOf(host).machines?.taken ?? 0) === 0) return [];
    if (hasUnknownPodLocality(host, world)) return { cannotTell: ["nodes"] };
    const zones = mostLocalitiesOfOneCaller(host, world);
    if (zones.length < 2) return [];
    const rules = new Map(without.flatMap(({ rule }) => (rule?.from ?? []).map((one) => [`${one.namespace}/${one.name}`, one] as const)));
    const ruled = without.filter(({ setting }) => setting?.from === "rule");
    const remedy = remedyOf(without, ruled.length > 0);
    const evidence = { hosts: host.hosts, zones, rules: [...rules.keys()], remedy };
    const objects = [serviceFindingObject(host), ...Array.from(rules.values(), (one) => findingObject("DestinationRule", one))];
    const patch = remedy === "distribution" ? distributed(host) : remedy === "outlier-detection" ? ejecting(ruled) : null;
    return [{ objects, evidence, ...(patch === null ? {} : { patch }) }];
  },
};

/**
 * Returns the setting that would make callers prefer their zone. A locality setting of a rule overrides a traffic distribution. istiod since 1.30 can
 * end with a panic if it orders the endpoints of a DNS service by labels, as a traffic distribution and `failoverPriority` do
 * (docs/istio.md#dns-panic).
 */
function remedyOf(without: readonly PortEndpointOrder[], isRuled: boolean): "distribution" | "outlier-detection" | "none" {
  const dns = without.filter(({ definition }) => definition.discovery !== "EDS");
  if (dns.some(({ setting }) => (setting?.setting.failoverPriority.length ?? 0) > 0)) return "none";
  return isRuled || dns.length > 0 ? "outlier-detection" : "distribution";
}

/** Returns the patch that sets a traffic distribution, which needs no outlier detection. */
function distributed({ selector }: ServiceSubject): FindingRemedy {
  const annotated = { metadata: { annotations: { "networking.istio.io/traffic-distribution": "PreferClose" } } };
  const body = selector.kind === "Service" ? { spec: { trafficDistribution: "PreferClose" } } : annotated;
  return { ...findingObject(selector.kind, selector), type: "merge", body };
}

/**
 * Returns the patch that adds outlier detection to the rule with the locality setting. Null = not exactly one rule has the setting, or the rule has
 * port policies, which are a list.
 */
function ejecting(ruled: readonly PortEndpointOrder[]): FindingRemedy | null {
  const written = new Set(ruled.map(({ rule }) => rule?.from.find(({ policy }) => policy !== null)));
  const [rule] = written;
  if (written.size !== 1 || rule?.policy == null || rule.policy.ports.length > 0) return null;
  const body = { spec: { trafficPolicy: { outlierDetection: { maxEjectionPercent: 100 } } } };
  return { ...findingObject("DestinationRule", rule), type: "merge", body };
}

/**
 * Locality decides which endpoints of a service get requests, and some of its machines have no locality. Failover treats them as in another region
 * for every caller with a locality (pilot/pkg/networking/util/util.go LbPriority: empty equals empty only). `distribute` drops them unless a `to`
 * names every locality.
 */
export const machinesWithoutPlace: Rule<"host"> = {
  code: "STL405",
  name: "machines-without-place",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "workload-pods", "mesh-config"],
  needsAll: ["destinationrules"],
  refutedBy: () => ["services", "serviceentries"],
  noPatchBecause: "where these machines stand only their owner knows",
  detect: (host, world) => {
    const by = effectOf(effectivePortEndpointOrders(host, world));
    if (by === null) return [];
    if (hasUnknownPodLocality(host, world)) return { cannotTell: ["nodes"] };
    const zones = zonesOfService(host, world);
    const unplaced = zones.find((zone) => !hasRegionOrZone(zone));
    const placed = zones.filter(hasRegionOrZone).reduce((sum, zone) => sum + zoneEndpointCount(zone), 0);
    if (unplaced === undefined || unplaced.machines === 0 || placed === 0) return [];
    return [{ objects: [serviceFindingObject(host)], evidence: { hosts: host.hosts, machines: unplaced.machines, placed, ...by } }];
  },
};

/** Returns the setting that affects machines without a locality, failover first; null = none does. */
function effectOf(orders: readonly PortEndpointOrder[]): FindingEvidence | null {
  if (orders.some(({ by }) => by === "failover")) return { by: "failover" };
  const from = [...new Set(orders.flatMap(withoutUnplaced))];
  return from.length === 0 ? null : { by: "distribute", from };
}

/** Returns the `from` patterns of callers to whom `distribute` sends no endpoint without a locality. */
function withoutUnplaced({ setting }: PortEndpointOrder): readonly string[] {
  const distribute = setting?.by === "locality" ? (setting.setting.distribute ?? []) : [];
  return unshadowedDistributeRules(distribute)
    .filter(({ to }) => !to.some(([place]) => matchesLocalityPattern("", place)))
    .map(({ from }) => from);
}

/**
 * `distribute` sends the callers of one `from` only to localities without an endpoint of the service. Their requests fail although other localities
 * have endpoints, because `distribute` switches failover off (pilot/pkg/networking/core/loadbalancer/loadbalancer.go applyLocalityWeights).
 */
export const distributeWithoutEndpoints: Rule<"host"> = {
  code: "STL410",
  name: "distribute-without-endpoints",
  subject: "host",
  severity: "warning",
  needs: ["services", "serviceentries", "workloadentries", "workload-pods", "mesh-config"],
  needsAll: ["destinationrules"],
  // A Pod has the locality of its Node.
  refutedBy: (host, world) => ((world.countsOf(host).pods?.taken ?? 0) > 0 ? ["nodes"] : []),
  noPatchBecause: "which localities are to serve these callers only the owner of the service knows",
  detect: (host, world) => {
    const orders = effectivePortEndpointOrders(host, world).filter(({ by }) => by === "distribute");
    if (orders.length === 0 || selectedEndpointCount(world.countsOf(host)) === 0) return [];
    if (hasUnknownPodLocality(host, world)) return { cannotTell: ["nodes"] };
    const suspects = orders.map((order) => ({ order, shares: sharesWithoutMachines(order, host, world) })).filter(({ shares }) => shares.length > 0);
    return [...new Set(suspects.map(({ order }) => order.definition.host))].flatMap((name) => shareFaults(name, host, { suspects, world }));
  },
};

type Shares = NonNullable<LocalityBalancing["distribute"]>;

interface Suspect {
  readonly order: PortEndpointOrder;
  readonly shares: Shares;
}

/**
 * Returns the rules of `distribute` that lead to none of the service's own machines. An unhealthy or draining machine counts, because other rules
 * report it.
 */
function sharesWithoutMachines({ setting }: PortEndpointOrder, host: ServiceSubject, world: FindingsWorld): Shares {
  const distribute = setting?.by === "locality" ? (setting.setting.distribute ?? []) : [];
  const places = Array.from(world.placesOf(host), ({ region, zone, subzone }) => [region, zone, subzone].join("/"));
  return unshadowedDistributeRules(distribute).filter(({ to }) => !places.some((place) => to.some(([named]) => matchesLocalityPattern(place, named))));
}

function shareFaults(
  name: string,
  host: ServiceSubject,
  { suspects, world }: { readonly suspects: readonly Suspect[]; readonly world: FindingsWorld },
): readonly DetectedFinding[] {
  const here = serviceSeenByCallers(name, host.selector.namespace, world);
  if (here === null || !isSameService(here.definition.origin, host.selector)) return [];
  for (const { order, shares } of suspects.filter((one) => one.order.definition.host === name)) {
    const stranded = shares.filter(({ from }) => endpointsFrom(from, order.port, here)?.kept === 0);
    const [first] = stranded;
    if (first === undefined) continue;
    const from = order.setting?.from === "rule" ? order.rule?.from.find(({ policy }) => policy !== null) : undefined;
    const evidence = {
      ...{ host: name, from: stranded.map((one) => one.from), to: [...new Set(stranded.flatMap(({ to }) => to.map(([place]) => place)))] },
      ...{ localities: endpointsFrom(first.from, order.port, here)?.localities ?? [], rule: from === undefined ? "" : `${from.namespace}/${from.name}` },
    };
    const objects = [serviceFindingObject(host), ...(from === undefined ? [] : [findingObject("DestinationRule", from)])];
    return [{ of: name, objects, evidence }];
  }
  return [];
}

/**
 * Returns the number of endpoints that callers of a `from` keep on one port, and the localities of the endpoints that `distribute` takes away. Null =
 * `distribute` takes none away.
 */
function endpointsFrom(from: string, port: number, here: ServiceSeenByCallers): { readonly kept: number; readonly localities: readonly string[] } | null {
  const destination = destinationsForCallers(here, from).find((one) => one.port === port);
  const lost = destination?.leftOut.flatMap(({ reason }) => (reason.code === "locality-left-out" ? [localitySentByIstiod(reason.locality)] : [])) ?? [];
  if (destination === undefined || lost.length === 0) return null;
  return { kept: destination.groups.reduce((sum, { endpoints }) => sum + endpoints.length, 0), localities: [...new Set(lost)].sort() };
}

/** Rules about load balancing by locality. */
export const LOCALITY_LOAD_BALANCING_RULES: readonly Rule<"host">[] = [
  failoverCannotEject,
  failoverWithoutPeer,
  singleZoneHost,
  placeWithoutEffect,
  machinesWithoutPlace,
  distributeWithoutEndpoints,
];
