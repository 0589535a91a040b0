import { parseLocality } from "@/lib/domain/localities/locality";
import { hasBehaviourAssumingNewest } from "@/lib/domain/mesh/istiod-behaviours";
import type { HostNameDefinition } from "./definitions";
import type { LocalityBalancing, TrafficPolicySettings, ZoneAwareBalancing } from "./policies";
import { type SentEndpoint, type SentLocalityGroup, totalWeight } from "./sent-endpoints";
import { type LabelMap, NETWORK_LABEL, NODE_LABEL, REGION_LABEL, SUBZONE_LABEL, ZONE_LABEL } from "./workload";
import type { MeshSettings } from "./world";

/** The properties of a caller and of istiod that order endpoints. `labels`: the caller's labels, with those that Istio derives. */
export interface ClientLocality {
  readonly locality: string;
  readonly labels: LabelMap;
  /** True if istiod compares the labels after `topology.istio.io/network` also when the networks differ (`comparesBeyondNetwork`). */
  readonly beyondNetwork: boolean;
  /** False if istiod ignores `failoverPriority` (`ordersDnsByLabels`). */
  readonly byLabels: boolean;
}

/**
 * Returns the groups of endpoints with the priorities and weights that a caller's locality gives them. A group without endpoints keeps its priority,
 * so that the priorities that a caller gets may have gaps.
 */
export function orderByLocality(
  groups: readonly SentLocalityGroup[],
  client: ClientLocality,
  setting: LocalitySetting | null,
  hasOutlierDetection: boolean,
): readonly SentLocalityGroup[] {
  if (setting === null) return groups;
  if (setting.by === "zone") {
    if (!setting.setting.isEnabled) return groups;
    const { failoverPriority, failover } = setting.setting;
    return byRegion(failoverPriority.length > 0 ? byLabels(groups, client, failoverPriority) : groups, client.locality, failover);
  }
  const { distribute, failover, failoverPriority } = setting.setting;
  if (distribute !== null) return distributed(groups, client.locality, distribute);
  if (!hasOutlierDetection && !setting.isForced) return groups;
  if (failoverPriority.length === 0) return byLocality(groups, client.locality, failover);
  const labelled = byLabels(groups, client, failoverPriority);
  return failover.length > 0 ? byLocality(labelled, client.locality, failover) : labelled;
}

/** Returns true if the setting orders endpoints by their labels (`failoverPriority`). */
export function ordersByLabels(setting: LocalitySetting | null, hasOutlierDetection: boolean): boolean {
  if (setting === null || setting.setting.failoverPriority.length === 0) return false;
  if (setting.by === "zone") return setting.setting.isEnabled;
  return setting.setting.distribute === null && (hasOutlierDetection || setting.isForced);
}

type Failover = LocalityBalancing["failover"];

/**
 * Compares two localities: 0 = equal region, zone and subzone; 1 = equal region and zone; 2 = equal region; 3 = other region. An empty part equals an
 * empty part (docs/istio.md#failover).
 */
export function localityLevel(client: string, endpoint: string): 0 | 1 | 2 | 3 {
  const [ours, theirs] = [parseLocality(client), parseLocality(endpoint)];
  if (ours.region !== theirs.region) return 3;
  if (ours.zone !== theirs.zone) return 2;
  return ours.subzone === theirs.subzone ? 0 : 1;
}

/**
 * Orders groups by their nearness to the caller. If `failover` names a target for the caller's region, all other regions come last
 * (docs/istio.md#failover).
 */
function byLocality(groups: readonly SentLocalityGroup[], client: string, failover: Failover): readonly SentLocalityGroup[] {
  const { region } = parseLocality(client);
  const target = failover.find(({ from }) => from === region)?.to;
  return levelled(groups, (group) => {
    const level = localityLevel(client, group.locality);
    const isLast = level === 3 && target !== undefined && parseLocality(group.locality).region !== target;
    return group.priority * 5 + (isLast ? 4 : level);
  });
}

/** Zone-aware balancing orders groups by region. The proxy itself handles zones (docs/istio.md#locality-modes). */
function byRegion(groups: readonly SentLocalityGroup[], client: string, failover: Failover): readonly SentLocalityGroup[] {
  const { region } = parseLocality(client);
  const target = failover.find(({ from }) => from === region)?.to;
  return levelled(groups, (group) => {
    const theirs = parseLocality(group.locality).region;
    return group.priority * 3 + (theirs === region ? 0 : theirs === target ? 1 : 2);
  });
}

/** Splits each group by the first label in which an endpoint differs from the caller (docs/istio.md#failover-priority). Empty groups are removed. */
function byLabels(groups: readonly SentLocalityGroup[], client: ClientLocality, priorities: readonly string[]): readonly SentLocalityGroup[] {
  if (!client.byLabels) return groups;
  const split = groups.flatMap((group) => {
    const byLevel = new Map<number, SentEndpoint[]>();
    for (const endpoint of group.endpoints) {
      const level = labelLevel(endpoint.labels, client, priorities);
      byLevel.set(level, [...(byLevel.get(level) ?? []), endpoint]);
    }
    const levels = [...byLevel].sort(([a], [b]) => a - b);
    return levels.map(([priority, endpoints]) => ({ ...group, priority, endpoints, weight: totalWeight(endpoints) }));
  });
  return levelled(split, ({ priority }) => priority);
}

/**
 * Returns the priority of an endpoint by its labels: n minus the index of the first of n labels that differs from the caller's, 0 = none differs. If
 * the first label is the network and it differs, n is added and the next labels also count (docs/istio.md#failover-priority). Before 1.31 they do not
 * count.
 */
export function labelLevel(endpoint: LabelMap, client: Pick<ClientLocality, "labels" | "beyondNetwork">, priorities: readonly string[]): number {
  const count = priorities.length;
  const overrides = new Map(
    priorities.map((one) => one.split("=")).flatMap(([key = "", value, ...more]) => (value === undefined || more.length > 0 ? [] : [[key, value] as const])),
  );
  let added = 0;
  for (const [at, priority] of priorities.entries()) {
    const key = priority.split("=")[0] ?? "";
    const wanted = overrides.get(key) ?? client.labels.get(key) ?? "";
    if (wanted === (endpoint.get(key) ?? "")) continue;
    if (at > 0 || priorities[0] !== NETWORK_LABEL || !client.beyondNetwork) return added + count - at;
    added = count;
  }
  return added;
}

/**
 * Sets the weights of groups by the first rule of `distribute` for the caller's locality. Groups that the rule does not name lose their endpoints
 * (docs/istio.md#distribute).
 */
function distributed(groups: readonly SentLocalityGroup[], client: string, rules: NonNullable<LocalityBalancing["distribute"]>): readonly SentLocalityGroup[] {
  const rule = rules.find(({ from }) => matchesLocalityPattern(client, from));
  if (rule === undefined) return groups;
  const weights = new Map<SentLocalityGroup, number>();
  for (const [place, share] of rule.to) {
    const named = groups.filter((group) => !weights.has(group) && matchesLocalityPattern(group.locality, place));
    const total = named.reduce((sum, group) => sum + (group.weight || 1), 0);
    for (const group of named) weights.set(group, Math.ceil(((group.weight || 1) * share) / total) || group.weight);
  }
  return groups.map((group) => {
    const weight = weights.get(group);
    return weight === undefined ? { ...group, endpoints: [] } : { ...group, weight };
  });
}

/** Returns true if `distribute` sends no requests of callers in the locality `client` to endpoints in `locality` (docs/istio.md#distribute). */
export function isLeftOutByDistribution(locality: string, client: string, setting: LocalitySetting | null): boolean {
  if (setting?.by !== "locality" || setting.setting.distribute === null) return false;
  const rule = setting.setting.distribute.find(({ from }) => matchesLocalityPattern(client, from));
  return rule !== undefined && !rule.to.some(([place]) => matchesLocalityPattern(locality, place));
}

/**
 * Returns the rules of `distribute` that can apply. The first rule that matches a caller counts, so that a rule after one with a wider `from` has no
 * effect.
 */
export function unshadowedDistributeRules<R extends { readonly from: string }>(rules: readonly R[]): readonly R[] {
  return rules.filter(({ from }, at) => !rules.slice(0, at).some((earlier) => matchesLocalityPattern(from, earlier.from)));
}

/** Returns true if a pattern of `distribute` matches a locality. `*` matches any part, and so does a zone or subzone that the pattern omits. */
export function matchesLocalityPattern(locality: string, rule: string): boolean {
  const [ours, named] = [parseLocality(locality), parseLocality(rule)];
  const isPart = (part: "zone" | "subzone") => named[part] === "*" || named[part] === "" || ours[part] === named[part];
  return (named.region === "*" || ours.region === named.region) && isPart("zone") && isPart("subzone");
}

/** Sets the priorities of groups from their levels, numbered from 0 without gaps. */
function levelled(groups: readonly SentLocalityGroup[], levelOf: (group: SentLocalityGroup) => number): readonly SentLocalityGroup[] {
  const levels = [...new Set(groups.map(levelOf))].sort((a, b) => a - b);
  return groups.map((group) => ({ ...group, priority: levels.indexOf(levelOf(group)) }));
}

/**
 * The setting that orders and weighs endpoints by locality. `isForced`: it has an effect also without outlier detection. `from`: a DestinationRule,
 * the traffic distribution of the service, or the mesh.
 */
export type LocalitySetting =
  | { readonly by: "locality"; readonly setting: LocalityBalancing; readonly isForced: boolean; readonly from: "rule" | "distribution" | "mesh" }
  | { readonly by: "zone"; readonly setting: ZoneAwareBalancing; readonly from: "rule" | "mesh" };

const SAME_ZONE = [NETWORK_LABEL, REGION_LABEL, ZONE_LABEL];
const SAME_NODE = [...SAME_ZONE, SUBZONE_LABEL, NODE_LABEL];

/**
 * Returns the setting that orders a service's endpoints by locality: the DestinationRule's (zone-aware before locality), otherwise the traffic
 * distribution, otherwise the mesh's. Null = no setting (docs/istio.md#locality-modes). Istio before 1.31 ignores zone-aware settings.
 */
export function localitySettingOf(
  definition: Pick<HostNameDefinition, "distribution">,
  policy: TrafficPolicySettings | null,
  mesh: MeshSettings,
): LocalitySetting | null {
  const balancer = policy?.balancer ?? null;
  const balancesByZone = hasBehaviourAssumingNewest("balancesByZone", mesh);
  if (balancer?.zoneAware && balancesByZone) return { by: "zone", setting: balancer.zoneAware, from: "rule" };
  if (balancer?.locality) return balancer.locality.isEnabled ? { by: "locality", setting: balancer.locality, isForced: false, from: "rule" } : null;
  if (definition.distribution !== "any") {
    const failoverPriority = definition.distribution === "same-zone" ? SAME_ZONE : SAME_NODE;
    return { by: "locality", setting: { isEnabled: true, distribute: null, failover: [], failoverPriority }, isForced: true, from: "distribution" };
  }
  if (mesh.zoneAware !== null && balancesByZone) return { by: "zone", setting: mesh.zoneAware, from: "mesh" };
  return mesh.locality?.isEnabled ? { by: "locality", setting: mesh.locality, isForced: false, from: "mesh" } : null;
}

/**
 * Returns true if istiod sets LocalityWeightedLbConfig. A caller's proxy then picks a locality by its weight, and then an endpoint in it. Otherwise
 * the proxy ignores the weights of localities (loadbalancer.go LocalityLBSettings.ApplyToCluster; ENABLE_LOCALITY_WEIGHTED_LB_CONFIG is off by
 * default). `isEjecting`: the caller has outlier detection.
 */
export function weighsLocalities(setting: LocalitySetting | null, isEjecting: boolean): boolean {
  if (setting?.by !== "locality") return false;
  const { distribute, failover, failoverPriority } = setting.setting;
  if (distribute !== null) return true;
  return (isEjecting || setting.isForced) && failover.length + failoverPriority.length > 0;
}

/** Envoy's default limit of ejected endpoints, in percent (docs/istio.md#ejection). */
const DEFAULT_EJECTION_PERCENT = 10;

/**
 * Returns the largest number of endpoints of a service that a caller ejects at the same time. `hosts`: the number of endpoints of all priorities. A
 * further endpoint is ejected only if the share stays within the limit (docs/istio.md#ejection).
 */
export function maxEjectedEndpoints(hosts: number, outlier: TrafficPolicySettings["outlier"]): number {
  if (outlier === null) return 0;
  const percent = outlier.maxEjectionPercent === null || outlier.maxEjectionPercent <= 0 ? DEFAULT_EJECTION_PERCENT : Math.min(outlier.maxEjectionPercent, 100);
  return Math.floor((hosts * percent) / 100);
}

/**
 * The way in which requests leave a locality whose machines all fail: at once by ejection, or when the endpoints leave the list
 * (docs/istio.md#leaving-times, #absent-endpoints, #ejection).
 */
export type ZoneFailureEffect =
  | { readonly moves: "at-once" }
  /** The proxy does not eject all endpoints of the locality. `ejected`: the number that it can eject. */
  | { readonly moves: "when-gone-from-list"; readonly because: "no-outlier-detection" | "ejection-limit"; readonly ejected: number }
  /** The list has no endpoint in another locality. */
  | { readonly moves: "nowhere" };

/**
 * Returns the effect on requests to a service if all its endpoints of one locality fail at the same time. `lost`: their number; `hosts`: the number
 * of all endpoints.
 */
export function zoneFailureEffect({
  lost,
  hosts,
  outlier,
}: {
  readonly lost: number;
  readonly hosts: number;
  readonly outlier: TrafficPolicySettings["outlier"];
}): ZoneFailureEffect {
  if (lost >= hosts) return { moves: "nowhere" };
  if (outlier === null) return { moves: "when-gone-from-list", because: "no-outlier-detection", ejected: 0 };
  const ejected = Math.min(lost, maxEjectedEndpoints(hosts, outlier));
  return ejected >= lost ? { moves: "at-once" } : { moves: "when-gone-from-list", because: "ejection-limit", ejected };
}
