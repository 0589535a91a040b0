import type { Statement } from "@/lib/domain/statements/statement";
import { type StatementTense, tenseValues } from "./counts";

/**
 * Networks that callers reach in the same way: the first names, the number of further ones (`more`), the machines in all of them, and those of the
 * machines without an address (`unaddressed`).
 */
export interface NetworkSetCounts {
  readonly networks: readonly string[];
  readonly more: number;
  readonly machines: number;
  readonly unaddressed: number;
}

/** The numbers in the headline of the networks page. */
export interface NetworksCounts {
  readonly named: number;
  readonly machines: number;
  readonly usableGateways: number;
  /** True if all gateways of all clusters are visible. */
  readonly isComplete: boolean;
  readonly unverified: NetworkSetCounts;
  readonly leftOut: NetworkSetCounts;
  readonly notKnown: number;
  readonly notMarked: number;
  /** The number of machines to which gateways pass no call because of a PeerAuthentication. */
  readonly closedByPolicy: number;
  /** The number of services with machines behind gateways that pass none of their calls. */
  readonly notPassed: number;
  readonly noAddress: number;
  readonly labelOnly: number;
  readonly podsSeen: boolean;
  readonly mode: "sidecar" | "ambient";
}

/** The headline of the networks page. A network without a gateway is `unverified`: callers use its machines directly. */
export interface NetworksStatement extends Statement {
  readonly kind: "networks-known";
  readonly networks: number;
  readonly gateways: number;
  readonly isComplete: boolean;
  readonly unverified: readonly string[];
  readonly moreUnverified: number;
  readonly unverifiedMachines: number;
  readonly leftOut: readonly string[];
  readonly moreLeftOut: number;
  readonly leftOutMachines: number;
  readonly notKnown: number;
  readonly mode: "sidecar" | "ambient";
  readonly past: boolean;
  readonly asOf: number | null;
}

/** Makes the headline of the networks page. */
export function networksStatement(
  { named, usableGateways, isComplete, unverified, leftOut, notKnown, mode }: NetworksCounts,
  tense: StatementTense,
): NetworksStatement {
  return {
    ...{ kind: "networks-known", networks: named, gateways: usableGateways, isComplete, notKnown, mode },
    ...{ unverified: unverified.networks, moreUnverified: unverified.more, unverifiedMachines: unverified.machines },
    ...{ leftOut: leftOut.networks, moreLeftOut: leftOut.more, leftOutMachines: leftOut.machines },
    ...tenseValues(tense),
  };
}

/** The host names that AUTO_PASSTHROUGH servers of one network's gateways list. */
export interface NetworkPassthroughHosts {
  readonly network: string;
  readonly hosts: readonly string[];
}

/** The host names that AUTO_PASSTHROUGH servers list, as NETWORK/HOST, and the number of services that no gateway passes. */
export interface HostsPassedByGateways extends Statement {
  readonly kind: "services-passed";
  readonly blocked: number;
  readonly passed: readonly string[];
}

/** States the host names that network gateways pass. `blocked`: the number of services that no gateway passes. */
export function hostsPassedByGateways(blocked: number, passed: readonly NetworkPassthroughHosts[]): HostsPassedByGateways {
  return { kind: "services-passed", blocked, passed: passed.flatMap(({ network, hosts }) => hosts.map((host) => `${network}/${host}`)) };
}
