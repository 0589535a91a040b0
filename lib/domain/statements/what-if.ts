import type { Statement } from "@/lib/domain/statements/statement";

/** The numbers of services after a simulated loss, by the capacity of the endpoints that are left. */
export interface ServicesAfterLossCounts {
  readonly total: number;
  readonly nobody: number;
  readonly overloaded: number;
  readonly full: number;
  readonly unknown: number;
  readonly carries: number;
  readonly whole: number;
  readonly idle: number;
}

/** The headline of a what-if page. `calm`: the number of services that the loss would not affect noticeably. */
export interface ServicesAfterLoss extends Statement, ServicesAfterLossCounts {
  readonly kind: "services-after-loss";
  readonly calm: number;
}

/** Makes the headline of a simulated loss: services by what their remaining endpoints can carry. */
export function servicesAfterLoss({ total, nobody, overloaded, full, unknown, carries, whole, idle }: ServicesAfterLossCounts): ServicesAfterLoss {
  return { kind: "services-after-loss", total, nobody, overloaded, full, unknown, carries, whole, idle, calm: carries + whole };
}

/** The parts of a simulated loss, as the URL has them, and the time of the fleet from which it starts, in milliseconds; null = not computed yet. */
export interface SimulatedLostParts extends Statement {
  readonly kind: "supposed-loss";
  readonly parts: readonly string[];
  readonly asOf: number | null;
}

/** Returns the statement of the parts that a simulation removes. `asOf`: see `SimulatedLostParts`. */
export function simulatedLostParts(parts: readonly string[], asOf: number | null): SimulatedLostParts {
  return { kind: "supposed-loss", parts, asOf };
}

/** The numbers of machines, Pods, replicas and gateways in a simulated loss. */
export interface SimulatedLossCounts {
  readonly machines: number;
  readonly pods: number;
  /** False if more Pods may be lost: they are not visible, or their Nodes are not. */
  readonly knowsPods: boolean;
  readonly inline: number;
  readonly withReplica: number;
  readonly reconnecting: number;
  readonly replicasLost: readonly string[];
  readonly replicasLeft: number;
  readonly replicasVisible: boolean;
  readonly gatewaysLost: number;
  readonly gateways: number;
}

/**
 * The second line of a what-if page: everything that is lost. `withReplica`: the number of lost machines that callers keep for a while, because their
 * istiod replica is lost too.
 */
export interface SimulatedLoss extends Statement, Omit<SimulatedLossCounts, "replicasLost" | "replicasLeft" | "replicasVisible"> {
  readonly kind: "gone";
  /** The names of the lost istiod replicas; null = Pods of istiod are not visible. */
  readonly replicas: readonly string[] | null;
  readonly replicasLeft: number | null;
}

/** Makes the second line of a simulated loss: lost machines, Pods, gateways and istiod replicas. */
export function simulatedLoss(size: SimulatedLossCounts): SimulatedLoss {
  const { machines, pods, knowsPods, inline, withReplica, reconnecting, replicasLost, replicasLeft, replicasVisible, gatewaysLost, gateways } = size;
  const replicas = replicasVisible ? { replicas: replicasLost, replicasLeft } : { replicas: null, replicasLeft: null };
  return { kind: "gone", machines, pods, knowsPods, inline, withReplica, reconnecting, ...replicas, gatewaysLost, gateways };
}

/** The way in which lost machines leave the endpoint lists of callers. */
export type EndpointRemovalWay = "grace" | "with-replica" | "sweep" | "never" | "unknown";

/** The number of lost machines that leave in one way. */
export interface MachinesRemovedFromEndpoints extends Statement {
  readonly kind: "machines-leaving";
  readonly way: EndpointRemovalWay;
  readonly count: number;
}

/** States how many lost machines leave the endpoint lists in one way. */
export function machinesRemovedFromEndpoints(way: EndpointRemovalWay, count: number): MachinesRemovedFromEndpoints {
  return { kind: "machines-leaving", way, count };
}
