import type { Probe } from "@/lib/domain/group/workload-group";
import type { NotSentReason } from "@/lib/domain/selection/caller-service";
import type { ExclusionReason } from "@/lib/domain/selection/reasons";
import type { Statement } from "@/lib/domain/statements/statement";

/** The steps from a new group to the first machine that is an endpoint of a service, in order. */
const ARRIVAL_STEPS = ["objects", "token", "connected", "health", "endpoints"] as const;
export type ArrivalStep = (typeof ARRIVAL_STEPS)[number];

/**
 * The state of a step. `wrong`: waiting does not finish it. `later`: an earlier step is not done. `unknown`: data on which it depends is not visible.
 */
export type ArrivalStepState = "done" | "waiting" | "wrong" | "later" | "unknown";

/** The facts about the newest machine of a group on which its arrival depends. Times in milliseconds. */
export interface ArrivingMachine {
  readonly createdAt: number | null;
  readonly connectedAt: number | null;
  /** True if the machine is connected to istiod. */
  readonly isConnected: boolean;
  readonly serving: "yes-checked" | "yes-unchecked" | "no-unhealthy" | "no-awaiting" | "no-draining" | "no-endpoint" | "unknown";
}

/** The services that select the machine. */
export interface ArrivalServices {
  /** The number of host names whose callers receive the machine. */
  readonly sending: number;
  /** Callers receive only an empty address with the port. The effect on their proxies is not known (docs/istio.md#empty-address). */
  readonly isAddressEmpty: boolean;
  /** False = an object that may select the machine is not visible or not listed. */
  readonly isWhole: boolean;
}

export interface ArrivalInput {
  /** Null = the group does not exist. */
  readonly group: { readonly createdAt: number | null; readonly hasProbe: boolean } | null;
  /** The last known token that was issued for the group. Null = none is known. Milliseconds. */
  readonly token: { readonly at: number; readonly expiresAt: number } | null;
  /** The newest registered machine. Null = none. */
  readonly machine: ArrivingMachine | null;
  /** The services of the machine. Null = not known. */
  readonly services: ArrivalServices | null;
}

/**
 * The first statement of the page: the step that the newest machine has reached. Times and durations in milliseconds. Null = not known, or it does
 * not exist.
 */
export interface ArrivalStatement extends Statement {
  readonly kind: "arrival";
  /** The group as "NAMESPACE/NAME". */
  readonly group: string;
  /** The step for which the arrival waits. "arrived" = all steps are done. */
  readonly step: ArrivalStep | "arrived";
  readonly state: ArrivalStepState;
  readonly tokenExpiresAt: number | null;
  /** True if the audit log contains tokens. False = only tokens that this server issued since its start are known. */
  readonly areTokensAudited: boolean | null;
  /** The maximum time from the start of the agent to its first health report, if the report is good. `badReportWithin`: if it is bad. */
  readonly goodReportWithin: number | null;
  readonly badReportWithin: number | null;
  /**
   * The reason why callers of no service receive the machine, from the endpoint engine or from the object. Null = callers of a service receive it, no
   * service selects it, or the reason is not known.
   */
  readonly notSent: NotSentReason | null;
  readonly against: ExclusionReason | null;
  readonly isAddressEmpty: boolean;
  /** The first host name whose callers receive the machine, its port, and the machine's port for it. "" = none. */
  readonly host: string;
  readonly port: number | null;
  readonly endpointPort: number | null;
}

export interface ArrivalStepStatus {
  readonly step: ArrivalStep;
  readonly state: ArrivalStepState;
  /** The time at which the step was done, in milliseconds. Null = it is not done, or the time is not known. */
  readonly at: number | null;
}

/**
 * Returns the state of each step for the newest machine. A machine that is older than the last token does not count, because the token is for another
 * machine.
 */
export function arrivalSteps(input: ArrivalInput): readonly ArrivalStepStatus[] {
  const { group, token, machine } = input;
  const newcomer = isRegisteredAfterToken(input) ? machine : null;
  return [
    { step: "objects", state: group === null ? "wrong" : "done", at: group?.createdAt ?? null },
    { step: "token", state: token !== null ? "done" : newcomer !== null ? "unknown" : "waiting", at: token?.at ?? null },
    { step: "connected", state: connectedState(newcomer), at: newcomer?.isConnected ? newcomer.connectedAt : null },
    { step: "health", state: healthState(newcomer, group?.hasProbe === true), at: null },
    { step: "endpoints", state: endpointsState(newcomer, input.services), at: null },
  ];
}

/** Returns true if the newest machine was registered after the last known token, or if no token is known. */
export function isRegisteredAfterToken({ token, machine }: Pick<ArrivalInput, "token" | "machine">): boolean {
  if (machine === null) return false;
  if (token === null) return true;
  // The connection time cannot be used, because existing machines reconnect all the time.
  return machine.createdAt === null || machine.createdAt >= token.at - CLOCKS_APART_MS;
}

/** The tolerance for the creation time of an object, which has whole seconds. */
const CLOCKS_APART_MS = 1_000;

/** Returns the step for which the arrival waits. Null = the machine has arrived. */
export function currentArrivalStep(steps: readonly ArrivalStepStatus[]): ArrivalStepStatus | null {
  const open = steps.filter(({ state }) => state !== "done" && state !== "unknown");
  return open[0] ?? steps.find(({ step, state }) => step === "endpoints" && state === "unknown") ?? null;
}

function connectedState(machine: ArrivingMachine | null): ArrivalStepState {
  if (machine === null) return "waiting";
  return machine.isConnected ? "done" : "wrong";
}

function healthState(machine: ArrivingMachine | null, hasProbe: boolean): ArrivalStepState {
  if (machine === null || !machine.isConnected) return "later";
  switch (machine.serving) {
    case "yes-checked":
      return "done";
    case "yes-unchecked":
      // A machine that started without the group's probe never sends a health report.
      return hasProbe ? "wrong" : "done";
    case "no-awaiting":
      return "waiting";
    case "unknown":
      return "unknown";
    default:
      return "wrong";
  }
}

function endpointsState(machine: ArrivingMachine | null, services: ArrivalServices | null): ArrivalStepState {
  if (machine === null || !machine.isConnected || !machine.serving.startsWith("yes")) return "later";
  if (services === null) return "unknown";
  if (services.isAddressEmpty) return "unknown";
  if (services.sending > 0) return "done";
  return services.isWhole ? "wrong" : "unknown";
}

/** Returns the maximum time in milliseconds from the start of the agent to its first health report: a good one, and a bad one (docs/istio.md#first-report). */
export function maxFirstReportDelaysMs(probe: Omit<Probe, "method" | "port" | "path" | "scheme" | "host" | "command">): {
  readonly good: number;
  readonly bad: number;
} {
  const or = (value: number | null, otherwise: number) => (value === null || value === 0 ? otherwise : value);
  const [delay, period, timeout] = [or(probe.initialDelaySeconds, 0), or(probe.periodSeconds, 10), or(probe.timeoutSeconds, 1)];
  const good = delay + (or(probe.successThreshold, 1) - 1) * period;
  const bad = delay + (or(probe.failureThreshold, 1) - 1) * period + timeout;
  return { good: good * 1_000, bad: bad * 1_000 };
}

/** The reasons why a machine does not arrive that this server can check. */
export const SERVER_CHECKED_CAUSES = ["no-group", "token-ended", "other-account", "no-account", "no-gateway"] as const;
/** The reasons why a machine does not arrive that can be found only on the machine. */
export const MACHINE_SIDE_CAUSES = ["not-started", "no-path", "clock", "wrong-root", "no-name"] as const;
export const UNCHECKED_CAUSES = ["needs-gateway", ...MACHINE_SIDE_CAUSES] as const;
export type ServerCheckedCause = (typeof SERVER_CHECKED_CAUSES)[number];
export type UncheckedCause = (typeof UNCHECKED_CAUSES)[number];

/** The facts that this server can check if a machine does not arrive. Null = not visible. Times in milliseconds. */
export interface ArrivalEvidence {
  /** The service account that is set in the group now. "" = none, null = the group does not exist. */
  readonly groupAccount: string | null;
  readonly token: { readonly account: string; readonly expiresAt: number } | null;
  /** True if the service account of the token exists. */
  readonly accountThere: boolean | null;
  /** True if the mesh's gateway has an address. */
  readonly gatewayThere: boolean | null;
  /** True if a machine with the last files reaches istiod through that gateway. */
  readonly isThroughGateway: boolean | null;
  readonly now: number;
}

/** Returns the causes that this server found, the most likely first. */
export function detectedArrivalCauses({
  groupAccount,
  token,
  accountThere,
  gatewayThere,
  isThroughGateway,
  now,
}: ArrivalEvidence): readonly ServerCheckedCause[] {
  const isOther = groupAccount !== null && groupAccount !== "" && token !== null && token.account !== groupAccount;
  return [
    ...(groupAccount === null ? (["no-group"] as const) : []),
    ...(accountThere === false ? (["no-account"] as const) : []),
    ...(isOther ? (["other-account"] as const) : []),
    ...(token !== null && token.expiresAt <= now ? (["token-ended"] as const) : []),
    ...(gatewayThere === false && isThroughGateway === true ? (["no-gateway"] as const) : []),
  ];
}

/**
 * Returns the causes that can be found only on the machine, the most likely first. "needs-gateway" is possible only if no gateway has an address, and
 * no downloaded files contain an address for istiod. Without the group the list is empty, because no change on the machine helps.
 */
export function uncheckedCauses({
  groupAccount,
  gatewayThere,
  isThroughGateway,
}: Pick<ArrivalEvidence, "groupAccount" | "gatewayThere" | "isThroughGateway">): readonly UncheckedCause[] {
  if (groupAccount === null) return [];
  return gatewayThere === false && isThroughGateway === null ? UNCHECKED_CAUSES : MACHINE_SIDE_CAUSES;
}
