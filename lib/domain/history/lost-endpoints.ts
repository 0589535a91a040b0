/** The numbers of endpoints of one service from the time `at` on, in milliseconds. Null = not known. */
export interface EndpointCountStep {
  readonly at: number;
  /** Set if the change may have happened before `at`, but after this time, in milliseconds. */
  readonly notBefore: number | null;
  /** The number of machines that istiod sends to callers. */
  readonly machines: number | null;
  /** The number of all other endpoints: Pods, endpoints written in a ServiceEntry, addresses of EndpointSlices, DNS names. */
  readonly others: number | null;
}

/** The time since which a service has no endpoint, in milliseconds. `atLeast`: it may have lost its last endpoint earlier. */
export interface LastEndpointLoss {
  readonly since: number;
  readonly atLeast: boolean;
}

/** The loss of a service that had machines, with the time until which it had a machine endpoint. Milliseconds. */
export interface LastEndpointLossWithMachines extends LastEndpointLoss {
  readonly machinesUntil: number;
}

/** The time for which a service without an endpoint counts as a loss, in milliseconds. It begins when the service lost its last machine endpoint. */
export const ENDPOINT_LOSS_WINDOW_MS = 7 * 86_400_000;

/** Returns true if the service has an endpoint at this step; null = not known. */
export function hasEndpoint({ machines, others }: Pick<EndpointCountStep, "machines" | "others">): boolean | null {
  if ((machines ?? 0) + (others ?? 0) > 0) return true;
  return machines === null || others === null ? null : false;
}

/** The state of one service after a number of steps. */
export interface EndpointLossState {
  /** True if the service has an endpoint; null = not known. */
  readonly has: boolean | null;
  readonly lost: LastEndpointLoss | null;
  readonly hasMachine: boolean;
  /** The time until which the service had a machine endpoint. Null = no step has a machine, or the service still has one. */
  readonly machinesUntil: number | null;
}

export const INITIAL_ENDPOINT_LOSS_STATE: EndpointLossState = { has: null, lost: null, hasMachine: false, machinesUntil: null };

/** Returns the state of a service after one more step. */
export function nextEndpointLossState({ has, lost, hasMachine, machinesUntil }: EndpointLossState, step: EndpointCountStep): EndpointLossState {
  const now = hasEndpoint(step);
  const begins = { since: step.at, atLeast: has === null || step.notBefore !== null };
  const machine = step.machines === null ? hasMachine : step.machines > 0;
  const until = machine ? null : hasMachine ? step.at : machinesUntil;
  return { has: now, lost: now !== false ? null : has === false ? lost : begins, hasMachine: machine, machinesUntil: until };
}

/** Returns the time since which the service has no endpoint. Null = it has an endpoint, this is not known, or no step has a machine. */
export function endpointLossOfState({ lost, machinesUntil }: EndpointLossState): LastEndpointLossWithMachines | null {
  return lost === null || machinesUntil === null ? null : { ...lost, machinesUntil };
}

/** Returns the loss after all steps of a service, in order of time; null as in `endpointLossOfState`. */
export function endpointLossOfSteps(steps: readonly EndpointCountStep[]): LastEndpointLossWithMachines | null {
  return endpointLossOfState(steps.reduce(nextEndpointLossState, INITIAL_ENDPOINT_LOSS_STATE));
}
