import type { MeshSettings, NetworkGateway } from "@/lib/domain/selection/mesh";
import { gatewaysOf } from "@/lib/domain/selection/through-gateways";

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
