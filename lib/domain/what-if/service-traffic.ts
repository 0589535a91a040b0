import { type LocalitySetting, matchesLocalityPattern, unshadowedDistributeRules } from "@/lib/domain/selection/locality-routing";
import type { EndpointOrderReason } from "@/lib/domain/selection/reach";
import { usableGatewaysOfNetwork } from "@/lib/domain/selection/through-gateways";
import type { MeshSettings, NetworkGateway } from "@/lib/domain/selection/world";
import type { OutlierDetection, TrafficEffect } from "./capacity";

/** The effect of a loss on the requests to one service, and the facts on which it depends. */
export interface ServiceTrafficEffect {
  readonly move: TrafficEffect;
  /** The share of requests to dead endpoints, 0 to 1, as if there were no order by locality. */
  readonly lostShare: number;
  /** The outlier detection of the worst port. */
  readonly outlier: OutlierDetection;
  /** The DestinationRules with this outlier detection; empty = the mesh configuration has it. */
  readonly rules: readonly string[];
  readonly mostEjected: number;
  readonly listed: number;
  readonly order: EndpointOrderReason;
  readonly failover: readonly { readonly from: string; readonly to: string }[];
  readonly port: string;
  /** True if the effect differs between ports. */
  readonly portsDiffer: boolean;
  readonly places: readonly LocalityWeight[];
  readonly thinned: LocalityWeight | null;
  readonly stranded: readonly string[];
  readonly crossed: readonly NetworkBehindGateways[];
}

/** A gateway into a network, and whether it is lost. Null = its locality is not known. */
export interface GatewayWithLoss extends NetworkGateway {
  readonly isLost: boolean | null;
}

/** A network with remaining machines that callers of other networks reach through gateways. */
export interface NetworkBehindGateways {
  readonly network: string;
  readonly machines: number;
  /** The numbers of gateways for sidecars, of those that are lost, and of those that may be lost. */
  readonly gateways: number;
  readonly lost: number;
  readonly unplaced: number;
}

/**
 * Returns the networks with gateways and remaining machines. Callers in other networks reach these machines only through gateways
 * (docs/istio.md#gateway-path).
 */
export function networksBehindGateways(
  left: ReadonlyMap<string, number>,
  placed: readonly GatewayWithLoss[],
  mesh: Pick<MeshSettings, "clusterId">,
): readonly NetworkBehindGateways[] {
  return [...left].flatMap(([network, machines]) => {
    if (network === "" || machines === 0) return [];
    const gateways = usableGatewaysOfNetwork(network, { gateways: placed, clusterId: mesh.clusterId });
    if (gateways.length === 0) return [];
    const lost = gateways.filter(({ isLost }) => isLost === true).length;
    return [{ network, machines, gateways: gateways.length, lost, unplaced: gateways.filter(({ isLost }) => isLost === null).length }];
  });
}

/**
 * Returns the `from` of each `distribute` rule whose callers lose every endpoint, while endpoints for other callers remain. Such a rule has no
 * failover to localities that it does not list (docs/istio.md#distribute).
 */
export function strandedCallerLocalities(
  setting: LocalitySetting | null,
  places: { readonly before: readonly string[]; readonly after: readonly string[] },
): readonly string[] {
  if (setting?.by !== "locality" || setting.setting.distribute === null || places.after.length === 0) return [];
  return unshadowedDistributeRules(setting.setting.distribute).flatMap(({ from, to }) => {
    const isGiven = (locality: string) => to.some(([place, weight]) => weight > 0 && matchesLocalityPattern(locality, place));
    return places.before.some(isGiven) && !places.after.some(isGiven) ? [from] : [];
  });
}

/** The weight of one locality of a service before and after a loss. */
export interface LocalityWeight {
  readonly locality: string;
  readonly before: number;
  readonly after: number;
}

/**
 * Returns the locality that lost the largest part of its weight, but not all of it. Null = there is none. Envoy counts absent machines neither as
 * healthy nor as present. With an order by locality, the remaining endpoints therefore get all requests of the locality
 * (docs/istio.md#absent-endpoints, #ejection).
 */
export function mostReducedLocality(places: readonly LocalityWeight[]): LocalityWeight | null {
  const thinned = places.filter(({ before, after }) => after > 0 && after < before);
  return thinned.reduce<LocalityWeight | null>((worst, one) => (worst === null || one.after / one.before < worst.after / worst.before ? one : worst), null);
}
