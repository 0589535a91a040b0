/** Endpoints of one service from a moment on. Null = not known. Milliseconds. */
export interface EndpointStep {
  readonly at: number;
  /** Set if the change may be older: not before this. */
  readonly notBefore: number | null;
  /** Machines that istiod sends to callers. */
  readonly machines: number | null;
  /** All other endpoints: Pods, inline ones, addresses of EndpointSlices, the host name. */
  readonly others: number | null;
}

/** A service has no endpoint since this moment. `atLeast`: it may have lost its last one earlier. Milliseconds. */
export interface EndpointLoss {
  readonly since: number;
  readonly atLeast: boolean;
}

/** The loss of a service that had machines, with the time until which it had a machine endpoint. Milliseconds. */
export interface MachineEndpointLoss extends EndpointLoss {
  readonly machinesUntil: number;
}

/** The time for which a service without an endpoint counts as a loss, from the end of its last machine endpoint. Milliseconds. */
export const LOST_ENDPOINTS_MS = 7 * 86_400_000;

/** Returns true if the service has an endpoint; null = not known. */
export function hasEndpoint({ machines, others }: Pick<EndpointStep, "machines" | "others">): boolean | null {
  if ((machines ?? 0) + (others ?? 0) > 0) return true;
  return machines === null || others === null ? null : false;
}

/** The state after all steps of one service until now. */
export interface EndpointLossState {
  /** Null = not known. */
  readonly has: boolean | null;
  readonly lost: EndpointLoss | null;
  readonly hasMachine: boolean;
  /** Null = no step has a machine, or the last one still has. */
  readonly machinesUntil: number | null;
}

export const NO_STEPS: EndpointLossState = { has: null, lost: null, hasMachine: false, machinesUntil: null };

/** Returns the state after one more step. */
export function nextEndpointLossState({ has, lost, hasMachine, machinesUntil }: EndpointLossState, step: EndpointStep): EndpointLossState {
  const now = hasEndpoint(step);
  const begins = { since: step.at, atLeast: has === null || step.notBefore !== null };
  const machine = step.machines === null ? hasMachine : step.machines > 0;
  const until = machine ? null : hasMachine ? step.at : machinesUntil;
  return { has: now, lost: now !== false ? null : has === false ? lost : begins, hasMachine: machine, machinesUntil: until };
}

/** Returns the time since which the service has no endpoint. Null = it has one, it is not known, or no step has a machine. */
export function endpointLossOfState({ lost, machinesUntil }: EndpointLossState): MachineEndpointLoss | null {
  return lost === null || machinesUntil === null ? null : { ...lost, machinesUntil };
}

/** Returns the loss after all steps of a service, in order of time; null as in `endpointLossOfState`. */
export function endpointLossOfSteps(steps: readonly EndpointStep[]): MachineEndpointLoss | null {
  return endpointLossOfState(steps.reduce(nextEndpointLossState, NO_STEPS));
}
