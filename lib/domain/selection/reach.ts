import { localitySentByIstiod } from "@/lib/domain/localities/locality";
import { type CallerScope, callerScopeOf } from "./caller-scope";
import { allHostNameDefinitions, type HostNameDefinition } from "./definitions";
import { trafficPolicyFor } from "./destination-rules";
import { type CallerEndpointList, callerEndpointListsOf } from "./destinations";
import {
  type LocalitySetting,
  localitySettingOf,
  matchesLocalityPattern,
  weighsLocalities,
  type ZoneFailureEffect,
  zoneFailureEffect,
} from "./locality-routing";
import { acceptedTlsMode, isTlsRefused, tlsSentTo } from "./mutual-tls";
import { type HostNameOwnership, hostNameOwnership } from "./ownership";
import type { TrafficPolicySettings } from "./policies";
import { countEndpointKinds, type EndpointKindCounts } from "./port-groups";
import {
  type DuplicateWorkload,
  duplicateWorkloads,
  type EndpointsDeduplicatedByProxy,
  endpointsDeduplicatedByProxy,
  type LeftOutWorkload,
  type SentEndpoint,
  totalWeight,
} from "./sent-endpoints";
import type { Caller, SelectionWorld } from "./world";

/** The endpoints of one locality and one priority that a caller uses. */
export interface ReachedLocality {
  readonly locality: string;
  readonly of: EndpointKindCounts;
  readonly endpoints: number;
  /** The addresses of gateways that the caller gets in place of machines. `behindGateways`: the machines behind these gateways, in all localities. */
  readonly gateways: readonly string[];
  readonly behindGateways: EndpointKindCounts;
  /**
   * The part of the priority's requests that the locality gets by weight, 0 to 1. It uses the weights of localities if the proxy does, otherwise
   * those of endpoints. Null = not known.
   */
  readonly share: number | null;
}

/** The endpoints of one priority, by locality. Callers use only the first priority while enough of its endpoints are healthy, then also the next. */
export interface ReachPriority {
  readonly places: readonly ReachedLocality[];
  readonly endpoints: number;
}

/** The reason for the order of the endpoints (docs/istio.md#locality-modes, #ejection). */
export type EndpointOrderReason =
  /** All endpoints are in one locality. */
  | { readonly code: "one-place" }
  /**
   * Localities do not order the endpoints. "off": there is no setting, or it is switched off. "no-outlier-detection": a setting exists, but without
   * outlier detection it has no effect.
   */
  | { readonly code: "no-order"; readonly because: "off" | "no-outlier-detection" }
  | { readonly code: "distribute"; readonly from: "rule" | "mesh" }
  /** No `from` of `distribute` matches the caller's locality, so that the caller gets neither shares nor failover. */
  | { readonly code: "not-distributed"; readonly from: "rule" | "mesh" }
  | { readonly code: "traffic-distribution"; readonly distribution: string }
  | { readonly code: "zone-aware"; readonly from: "rule" | "mesh" }
  | { readonly code: "outlier-detection"; readonly from: "rule" | "mesh"; readonly byLabels: readonly string[] };

/** The reason why the share of each locality is not known, though the endpoints and their weights are. */
type UnknownShares =
  /** Callers resolve the service by DNS and get several endpoints with one address and port. Their proxies may keep each copy. */
  | { readonly code: "copies" }
  /** The DestinationRule sets a balancer that does not pick endpoints by weight. */
  | { readonly code: "balancer"; readonly balancer: "RANDOM" | "consistentHash" };

/** The endpoints of one caller for one port of a service. */
export interface PortReach {
  readonly port: number;
  readonly name: string;
  readonly destination: CallerEndpointList;
  readonly steps: readonly ReachPriority[];
  /** The localities of each other possible outcome, if the API does not show which endpoints istiod sends. */
  readonly otherwise: readonly (readonly ReachedLocality[])[];
  /** The number of endpoints that callers never use, because they have the address and port of another one (docs/istio.md#equal-addresses). */
  readonly dropped: number;
  /** True if one gateway is in several localities. Callers use it with the priority of the first of them (docs/istio.md#gateway-weights). */
  readonly isGatewayShared: boolean;
  /** False if callers resolve the service by DNS and get several endpoints with one address and port: their proxies may keep each copy. */
  readonly areCopiesKnown: boolean;
  /** The reason why the shares of localities are not known; null = they follow the weights. */
  readonly unknownShares: UnknownShares | null;
  /**
   * The machines whose sidecars refuse the caller's TLS: their policy is STRICT and the caller sends plain text, or the reverse. `takes`: the mode
   * that the sidecar accepts.
   */
  readonly refusing: readonly { readonly name: string; readonly takes: string }[];
  readonly order: EndpointOrderReason;
  /** The effect if the largest locality of the first priority fails; null = the first priority has no endpoint. */
  readonly loss: { readonly locality: string; readonly outcome: ZoneFailureEffect } | null;
}

/** The endpoints of a host name for one caller, on each port. */
export interface ServiceReach {
  readonly ownership: HostNameOwnership;
  /** The namespace whose endpoints the caller gets; null = the caller does not know the host name. */
  readonly namespace: string | null;
  readonly scope: CallerScope;
  readonly ports: readonly PortReach[];
  readonly leftOut: readonly LeftOutWorkload[];
  /** The machines whose endpoints the caller's proxy drops, because another has their address and port. Empty if proxies may keep each copy. */
  readonly copies: readonly DuplicateWorkload[];
}

/**
 * Returns the endpoints that one caller gets for a host name, without DestinationRule subsets (docs/istio.md#owners, #client-tls, #locality-modes,
 * #gateway-path, #ejection).
 */
export function serviceReachOf(host: string, caller: Caller, world: SelectionWorld): ServiceReach {
  const scope = callerScopeOf(world, caller, allHostNameDefinitions(world));
  const ownership = hostNameOwnership(host, caller, world, scope);
  const { winner } = ownership;
  const destinations = winner === null ? [] : callerEndpointListsOf(winner, caller, world).filter(({ subset }) => subset === "");
  const lists = destinations.map(({ groups }) => endpointsDeduplicatedByProxy(groups.map(withoutUnreadyAddresses)));
  const ports = destinations.flatMap((one, at) => {
    const kept = lists[at];
    return kept === undefined ? [] : [portReach(one, kept, { caller, world })];
  });
  return {
    ownership,
    namespace: winner?.namespace ?? null,
    scope,
    ports,
    leftOut: destinations[0]?.leftOut ?? [],
    copies: ports.every(({ areCopiesKnown }) => areCopiesKnown) ? duplicateWorkloads(lists) : [],
  };
}

function portReach(
  destination: CallerEndpointList,
  kept: EndpointsDeduplicatedByProxy,
  { caller, world }: { readonly caller: Caller; readonly world: SelectionWorld },
): PortReach {
  const { definition, port, rule, groups } = destination;
  const policy = trafficPolicyFor(rule, "", port);
  const levels = [...new Set(kept.groups.filter(({ endpoints }) => endpoints.length > 0).map(({ priority }) => priority))].sort((a, b) => a - b);
  // Envoy keeps the first of equal addresses in a list (eds.cc). In a STRICT_DNS cluster their uniqueness is not guaranteed (strict_dns_cluster.cc).
  const areCopiesKnown =
    destination.discovery === "EDS" || !(kept.dropped.length > 0 || groups.some((group) => group.endpoints.some(({ copies }) => copies > 1)));
  const unknownShares = unknownSharesOf(policy, areCopiesKnown);
  const isWeighing = weighsLocalities(
    localitySettingOf(definition, policy, world.mesh),
    world.mesh.outlierByDefault || (policy !== null && policy.outlier !== null),
  );
  const steps = levels.map((level) =>
    stepOf(
      kept.groups.filter(({ priority, endpoints }) => priority === level && endpoints.length > 0),
      { isWeighing, isKnown: unknownShares === null },
    ),
  );
  const hosts = steps.reduce((sum, { endpoints }) => sum + endpoints, 0);
  const [first] = steps;
  return {
    port,
    name: definition.ports.find(({ number }) => number === port)?.name ?? "",
    destination,
    steps,
    otherwise: destination.otherwise.map(
      (other) =>
        stepOf(
          endpointsDeduplicatedByProxy(other.map(withoutUnreadyAddresses)).groups.filter(({ endpoints }) => endpoints.length > 0),
          { isWeighing, isKnown: areCopiesKnown },
        ).places,
    ),
    dropped: kept.dropped.filter(({ endpoint }) => endpoint.stands.for === "machine").length,
    areCopiesKnown,
    unknownShares,
    isGatewayShared: kept.dropped.some(({ endpoint }) => endpoint.stands.for === "gateway"),
    refusing: groups.flatMap(({ endpoints }) => endpoints.flatMap((endpoint) => refusalOf(endpoint, destination, world))),
    order: endpointOrderReason(definition, policy, world, {
      localities: new Set(groups.map(({ locality }) => localitySentByIstiod(locality))).size,
      from: caller.locality,
    }),
    loss: lossOf(first, hosts, policy?.outlier ?? null),
  };
}

/** Callers send no new request to an endpoint that istiod sends as unhealthy or draining. */
function withoutUnreadyAddresses(group: CallerEndpointList["groups"][number]): CallerEndpointList["groups"][number] {
  const isUnready = ({ stands, health }: SentEndpoint) => stands.for === "machine" && (health === "UNHEALTHY" || health === "DRAINING");
  const endpoints = group.endpoints.filter((one) => !isUnready(one));
  return endpoints.length === group.endpoints.length ? group : { ...group, endpoints };
}

function unknownSharesOf(policy: TrafficPolicySettings | null, areCopiesKnown: boolean): UnknownShares | null {
  const balancer = policy?.balancer ?? null;
  if (balancer?.isHashing === true) return { code: "balancer", balancer: "consistentHash" };
  if (balancer?.simple === "RANDOM") return { code: "balancer", balancer: "RANDOM" };
  return areCopiesKnown ? null : { code: "copies" };
}

function lossOf(first: ReachPriority | undefined, hosts: number, outlier: TrafficPolicySettings["outlier"]): PortReach["loss"] {
  const [largest] = [...(first?.places ?? [])].sort((a, b) => b.endpoints - a.endpoints);
  return largest === undefined ? null : { locality: largest.locality, outcome: zoneFailureEffect({ lost: largest.endpoints, hosts, outlier }) };
}

/** Two spellings of one locality, such as `eu/a` and `eu/a/` on Nodes and entries, are one locality for users. */
function stepOf(groups: CallerEndpointList["groups"], { isWeighing, isKnown }: { readonly isWeighing: boolean; readonly isKnown: boolean }): ReachPriority {
  const ofEndpoints = ({ endpoints }: CallerEndpointList["groups"][number]) => endpoints.reduce((sum, { weight }) => sum + weight, 0);
  const weightOf = (group: CallerEndpointList["groups"][number]) => (isWeighing ? group.weight || totalWeight(group.endpoints) : ofEndpoints(group));
  const total = groups.reduce((sum, group) => sum + weightOf(group), 0);
  const byPlace = new Map<string, CallerEndpointList["groups"][number][]>();
  for (const group of groups) byPlace.set(localitySentByIstiod(group.locality), [...(byPlace.get(localitySentByIstiod(group.locality)) ?? []), group]);
  return {
    places: [...byPlace].map(([locality, ours]) => ({
      ...placeOf(
        locality,
        ours.flatMap((group) => group.endpoints),
      ),
      share: byPlace.size > 1 && !isKnown ? null : total === 0 ? 0 : ours.reduce((sum, group) => sum + weightOf(group), 0) / total,
    })),
    endpoints: groups.reduce((sum, { endpoints }) => sum + endpoints.length, 0),
  };
}

function placeOf(locality: string, endpoints: readonly SentEndpoint[]): Omit<ReachedLocality, "share"> {
  const direct = endpoints.flatMap(({ stands }) => (stands.for === "machine" ? [stands.held.machine] : []));
  const gateways = endpoints.filter(({ stands }) => stands.for === "gateway");
  const behind = new Set(gateways.flatMap(({ stands }) => (stands.for === "gateway" ? stands.machines : [])));
  return {
    locality,
    of: countEndpointKinds(direct),
    endpoints: endpoints.length,
    gateways: gateways.map(({ address, port }) => `${address}:${port}`),
    behindGateways: countEndpointKinds([...behind]),
  };
}

/**
 * Returns a direct endpoint whose sidecar refuses the caller's TLS; empty = none. Endpoints behind a gateway are never refused: the gateway passes
 * mutual TLS through, and gets only mutual TLS.
 */
function refusalOf(endpoint: SentEndpoint, { tls }: CallerEndpointList, world: SelectionWorld): readonly { readonly name: string; readonly takes: string }[] {
  if (endpoint.stands.for !== "machine") return [];
  const { machine } = endpoint.stands.held;
  const takes = acceptedTlsMode(machine, endpoint.port, world);
  return isTlsRefused(tlsSentTo(endpoint.mark, tls), takes) ? [{ name: machine.name, takes }] : [];
}

/**
 * Returns the reason for the order of a service's endpoints. `from`: the caller's locality; null = any. `localities`: the number of localities that
 * have endpoints.
 */
export function endpointOrderReason(
  definition: Pick<HostNameDefinition, "distribution" | "discovery">,
  policy: TrafficPolicySettings | null,
  world: Pick<SelectionWorld, "mesh">,
  { localities, from }: { readonly localities: number; readonly from: string | null },
): EndpointOrderReason {
  if (localities < 2) return { code: "one-place" };
  const setting = localitySettingOf(definition, policy, world.mesh);
  if (setting === null) return { code: "no-order", because: "off" };
  if (setting.by === "zone") return setting.setting.isEnabled ? { code: "zone-aware", from: setting.from } : { code: "no-order", because: "off" };
  return orderByLocality(setting, { definition, from, hasOutlier: isEjecting(definition, policy, world) });
}

/** Services that callers resolve by DNS use the outlier detection of the mesh, others do not (docs/istio.md#locality-modes). */
function isEjecting(
  { discovery }: Pick<HostNameDefinition, "discovery">,
  policy: TrafficPolicySettings | null,
  { mesh }: Pick<SelectionWorld, "mesh">,
): boolean {
  return (policy !== null && policy.outlier !== null) || (discovery !== "EDS" && mesh.outlierByDefault);
}

function orderByLocality(
  { setting, from, isForced }: Extract<LocalitySetting, { by: "locality" }>,
  caller: { readonly definition: Pick<HostNameDefinition, "distribution">; readonly hasOutlier: boolean; readonly from: string | null },
): EndpointOrderReason {
  const { definition, hasOutlier, from: locality } = caller;
  if (from === "distribution") return { code: "traffic-distribution", distribution: definition.distribution };
  if (setting.distribute !== null) {
    const isMatched = locality === null || setting.distribute.some((one) => matchesLocalityPattern(locality, one.from));
    return { code: isMatched ? "distribute" : "not-distributed", from };
  }
  if (!hasOutlier && !isForced) return { code: "no-order", because: "no-outlier-detection" };
  return { code: "outlier-detection", from, byLabels: setting.failoverPriority };
}
