import { type LocalitySetting, matchesLocalityPattern, rulesInForce } from "@/lib/domain/selection/locality-routing";
import type { OrderReason } from "@/lib/domain/selection/reach";
import { gatewaysOf } from "@/lib/domain/selection/through-gateways";
import type { MeshSettings, NetworkGateway } from "@/lib/domain/selection/world";
import type { OutlierDetection, TrafficMove } from "./capacity";

/** Whether the requests to one host would move, and by what that is told. */
export interface ServiceTraffic {
  readonly move: TrafficMove;
  /** The part of the requests that goes to the dead where nobody orders by place, 0 to 1. */
  readonly lostShare: number;
  /** Of the port that is worst off. */
  readonly outlier: OutlierDetection;
  /** Whose outlier detection it is: names of DestinationRules; none = the mesh's own. */
  readonly rules: readonly string[];
  readonly mostEjected: number;
  readonly listed: number;
  readonly order: OrderReason;
  readonly failover: readonly { readonly from: string; readonly to: string }[];
  readonly port: string;
  /** Ports differ in the answer. */
  readonly portsDiffer: boolean;
  readonly places: readonly LocalityWeight[];
  readonly thinned: LocalityWeight | null;
  readonly stranded: readonly string[];
  readonly crossed: readonly CrossedNetwork[];
}

/** A gateway into a network beside what the loss does to it: null = nobody can tell where it stands. */
export interface PlacedGateway extends NetworkGateway {
  readonly isLost: boolean | null;
}

/** What stands between callers of other networks and those who are left in one network. */
export interface CrossedNetwork {
  readonly network: string;
  readonly machines: number;
  /** Gateways that sidecars can use, how many of these are lost, and of how many that cannot be told. */
  readonly gateways: number;
  readonly lost: number;
  readonly unplaced: number;
}

/** The networks with a gateway in which machines are left: callers of other networks reach them through it only (docs/istio.md#gateway-path). */
export function crossedNetworks(
  left: ReadonlyMap<string, number>,
  placed: readonly PlacedGateway[],
  mesh: Pick<MeshSettings, "clusterId">,
): readonly CrossedNetwork[] {
  return [...left].flatMap(([network, machines]) => {
    if (network === "" || machines === 0) return [];
    const gateways = gatewaysOf(network, { gateways: placed, clusterId: mesh.clusterId });
    if (gateways.length === 0) return [];
    const lost = gateways.filter(({ isLost }) => isLost === true).length;
    return [{ network, machines, gateways: gateways.length, lost, unplaced: gateways.filter(({ isLost }) => isLost === null).length }];
  });
}

/**
 * From where callers of a host have nobody, though some of it live: `distribute` gives them places all of whose endpoints are lost, and knows no failover
 * (docs/istio.md#distribute). Told by the `from` of each such rule.
 */
export function strandedCallers(
  setting: LocalitySetting | null,
  places: { readonly before: readonly string[]; readonly after: readonly string[] },
): readonly string[] {
  if (setting?.by !== "locality" || setting.setting.distribute === null || places.after.length === 0) return [];
  return rulesInForce(setting.setting.distribute).flatMap(({ from, to }) => {
    const isGiven = (locality: string) => to.some(([place, weight]) => weight > 0 && matchesLocalityPattern(locality, place));
    return places.before.some(isGiven) && !places.after.some(isGiven) ? [from] : [];
  });
}

/** One place of a host before and after a loss, by weight. */
export interface LocalityWeight {
  readonly locality: string;
  readonly before: number;
  readonly after: number;
}

/**
 * The place that kept something and lost the most of itself: machines that are absent count neither as healthy nor as present, so that where requests are
 * ordered by place, the rest of it takes all that the place had (docs/istio.md#absent-endpoints, #ejection). Null = none was thinned.
 */
export function mostReducedLocality(places: readonly LocalityWeight[]): LocalityWeight | null {
  const thinned = places.filter(({ before, after }) => after > 0 && after < before);
  return thinned.reduce<LocalityWeight | null>((worst, one) => (worst === null || one.after / one.before < worst.after / worst.before ? one : worst), null);
}
