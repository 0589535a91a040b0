import type { Probe } from "@/lib/domain/group/workload-group";
import type { NotSentReason } from "@/lib/domain/selection/caller-service";
import type { Reason } from "@/lib/domain/selection/reasons";
import type { Statement } from "@/lib/domain/statements/statement";

/** The way of a machine into its hosts. */
const ARRIVAL_STEPS = ["objects", "token", "connected", "health", "endpoints"] as const;
export type ArrivalStep = (typeof ARRIVAL_STEPS)[number];

/** How far a step is: `wrong` = it will not come by waiting; `unknown` = what it depends on is not visible. */
export type StepState = "done" | "waiting" | "wrong" | "later" | "unknown";

/** The newest machine of a group, as far as its arrival goes. Milliseconds. */
export interface ArrivingMachine {
  readonly createdAt: number | null;
  readonly connectedAt: number | null;
  /** Does istiod hold its connection? */
  readonly isConnected: boolean;
  readonly serving: "yes-checked" | "yes-unchecked" | "no-unhealthy" | "no-awaiting" | "no-draining" | "no-endpoint" | "unknown";
}

/** The services that select the machine. */
export interface ArrivalServices {
  /** The host names whose callers are sent the machine. */
  readonly sending: number;
  /** Callers get only an empty address with the port. The effect on their proxies is not known (docs/istio.md#empty-address). */
  readonly isAddressEmpty: boolean;
  /** False = an object that may select it is not visible, or not listed. */
  readonly isWhole: boolean;
}

export interface ArrivalInput {
  /** Null = there is no such group. */
  readonly group: { readonly createdAt: number | null; readonly hasProbe: boolean } | null;
  /** The last token that is known to have been handed out for it; null = none is. Milliseconds. */
  readonly token: { readonly at: number; readonly expiresAt: number } | null;
  /** Null = none is registered. */
  readonly machine: ArrivingMachine | null;
  /** The services of the machine; null = not known. */
  readonly services: ArrivalServices | null;
}

/** The first fact of the page: how far the newest machine is. Moments and spans are milliseconds; null = not known, or not there. */
export interface ArrivalStatement extends Statement {
  readonly kind: "arrival";
  /** "NAMESPACE/NAME". */
  readonly group: string;
  /** The step that everything waits for; "arrived" = all are done. */
  readonly step: ArrivalStep | "arrived";
  readonly state: StepState;
  readonly tokenExpiresAt: number | null;
  /** Does the audit have tokens? False = only those are known that this server issued since it started. */
  readonly areTokensAudited: boolean | null;
  /** The first health report comes within this time after the agent starts. */
  readonly goodReportWithin: number | null;
  readonly badReportWithin: number | null;
  /** The reason why no service sends callers to the machine: the engine's, or the object's. Null = one does, none selects it, or not known. */
  readonly notSent: NotSentReason | null;
  readonly against: Reason | null;
  readonly isAddressEmpty: boolean;
  /** The first host name whose callers are sent the machine, its port, and the machine's port for it; "" = none. */
  readonly host: string;
  readonly port: number | null;
  readonly endpointPort: number | null;
}

export interface StepAt {
  readonly step: ArrivalStep;
  readonly state: StepState;
  /** When it was done; null = not done, or not known when. Milliseconds. */
  readonly at: number | null;
}

/** How far the newest machine is. A machine from before the last token is not the one that the token is for. */
export function arrivalOf(input: ArrivalInput): readonly StepAt[] {
  const { group, token, machine } = input;
  const newcomer = isArrivingEntry(input) ? machine : null;
  return [
    { step: "objects", state: group === null ? "wrong" : "done", at: group?.createdAt ?? null },
    { step: "token", state: token !== null ? "done" : newcomer !== null ? "unknown" : "waiting", at: token?.at ?? null },
    { step: "connected", state: connectedState(newcomer), at: newcomer?.isConnected ? newcomer.connectedAt : null },
    { step: "health", state: healthState(newcomer, group?.hasProbe === true), at: null },
    { step: "endpoints", state: endpointsState(newcomer, input.services), at: null },
  ];
}

/** Did the newest machine come after the last token, as far as one is known? */
export function isArrivingEntry({ token, machine }: Pick<ArrivalInput, "token" | "machine">): boolean {
  if (machine === null) return false;
  if (token === null) return true;
  // When it connected says nothing: machines that were there before connect anew all the time.
  return machine.createdAt === null || machine.createdAt >= token.at - CLOCKS_APART_MS;
}

/** Times of objects have whole seconds. */
const CLOCKS_APART_MS = 1_000;

/** The step that everything waits for; null = the machine has arrived. */
export function waitingFor(steps: readonly StepAt[]): StepAt | null {
  const open = steps.filter(({ state }) => state !== "done" && state !== "unknown");
  return open[0] ?? steps.find(({ step, state }) => step === "endpoints" && state === "unknown") ?? null;
}

function connectedState(machine: ArrivingMachine | null): StepState {
  if (machine === null) return "waiting";
  return machine.isConnected ? "done" : "wrong";
}

function healthState(machine: ArrivingMachine | null, hasProbe: boolean): StepState {
  if (machine === null || !machine.isConnected) return "later";
  switch (machine.serving) {
    case "yes-checked":
      return "done";
    case "yes-unchecked":
      // A machine that was started without the group's probe never reports.
      return hasProbe ? "wrong" : "done";
    case "no-awaiting":
      return "waiting";
    case "unknown":
      return "unknown";
    default:
      return "wrong";
  }
}

function endpointsState(machine: ArrivingMachine | null, services: ArrivalServices | null): StepState {
  if (machine === null || !machine.isConnected || !machine.serving.startsWith("yes")) return "later";
  if (services === null) return "unknown";
  if (services.isAddressEmpty) return "unknown";
  if (services.sending > 0) return "done";
  return services.isWhole ? "wrong" : "unknown";
}

/** When the first report comes after the agent starts, at the latest: a good one, and a bad one (docs/istio.md#first-report). Milliseconds. */
export function firstReportWithin(probe: Omit<Probe, "method" | "port" | "path" | "scheme" | "host" | "command">): {
  readonly good: number;
  readonly bad: number;
} {
  const or = (value: number | null, otherwise: number) => (value === null || value === 0 ? otherwise : value);
  const [delay, period, timeout] = [or(probe.initialDelaySeconds, 0), or(probe.periodSeconds, 10), or(probe.timeoutSeconds, 1)];
  const good = delay + (or(probe.successThreshold, 1) - 1) * period;
  const bad = delay + (or(probe.failureThreshold, 1) - 1) * period + timeout;
  return { good: good * 1_000, bad: bad * 1_000 };
}

/** Why a machine does not come. `FOUND_CAUSES`: this server saw it; the others only the machine can tell. */
export const FOUND_CAUSES = ["no-group", "token-ended", "other-account", "no-account", "no-gateway"] as const;
/** Those that only the machine can tell, whatever this server sees. */
export const MACHINE_CAUSES = ["not-started", "no-path", "clock", "wrong-root", "no-name"] as const;
export const POSSIBLE_CAUSES = ["needs-gateway", ...MACHINE_CAUSES] as const;
export type FoundCause = (typeof FOUND_CAUSES)[number];
export type PossibleCause = (typeof POSSIBLE_CAUSES)[number];

/** What this server can check of a machine that does not come; null = it cannot see that. Milliseconds. */
export interface ArrivalEvidence {
  /** The group's account as it is now, "" = it names none; null = there is no group. */
  readonly groupAccount: string | null;
  readonly token: { readonly account: string; readonly expiresAt: number } | null;
  /** Is the account there that the token is of? */
  readonly accountThere: boolean | null;
  /** Has the mesh's gateway an address? */
  readonly gatewayThere: boolean | null;
  /** Do the last files lead to istiod through that gateway? */
  readonly isThroughGateway: boolean | null;
  readonly now: number;
}

/** The causes that are seen, the first most likely. */
export function foundCauses({ groupAccount, token, accountThere, gatewayThere, isThroughGateway, now }: ArrivalEvidence): readonly FoundCause[] {
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
 * What only the machine can tell, the first most likely. Whether it needs a gateway is known of files that name another way, and of those that lead
 * through the mesh's: without such files it is possible. Where there is no group, nothing on the machine helps.
 */
export function possibleCauses({
  groupAccount,
  gatewayThere,
  isThroughGateway,
}: Pick<ArrivalEvidence, "groupAccount" | "gatewayThere" | "isThroughGateway">): readonly PossibleCause[] {
  if (groupAccount === null) return [];
  return gatewayThere === false && isThroughGateway === null ? POSSIBLE_CAUSES : MACHINE_CAUSES;
}
