import type { Serving } from "@/lib/domain/verdict/verdict";

/** A reconnected machine: its serving value before and after, and the time of its last health report. Milliseconds; null = no report. */
export interface ReconnectedMachineHealth {
  readonly before: Serving["kind"];
  readonly after: Serving["kind"];
  readonly connectedAt: number;
  readonly reportedAt: number | null;
}

/** The health of reconnected machines, in counts. */
export interface HealthAfterReconnect {
  /** Machines with health checks; only their health can be confirmed. */
  readonly checked: number;
  /** The checked machines with a report since they reconnected; null = not known. */
  readonly confirmed: number | null;
  /** Machines that stopped serving, and machines that started serving. */
  readonly worse: number;
  readonly better: number;
  /** Machines that wait for a first report again. */
  readonly awaiting: number;
}

/**
 * Returns the health of machines since they reconnected. With a probe, a report follows every connection: the agent repeats its last result
 * (docs/istio.md#reports). `hasAllReports` is false for a fleet of the past: the history of an entry does not contain repeated reports.
 */
export function healthAfterReconnect(machines: readonly ReconnectedMachineHealth[], hasAllReports: boolean): HealthAfterReconnect {
  const count = (is: (machine: ReconnectedMachineHealth) => boolean) => machines.filter(is).length;
  const checked = count(({ after }) => isChecked(after));
  const confirmed = count(({ after, reportedAt, connectedAt }) => isChecked(after) && reportedAt !== null && reportedAt >= wholeSecond(connectedAt));
  return {
    checked,
    confirmed: hasAllReports || confirmed === checked ? confirmed : null,
    worse: count(({ before, after }) => serves(before) && !serves(after)),
    better: count(({ before, after }) => !serves(before) && serves(after)),
    awaiting: count(({ before, after }) => after === "no-awaiting" && before !== "no-awaiting"),
  };
}

/** The times of reports have whole seconds. */
function wholeSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

function isChecked(kind: Serving["kind"]): boolean {
  return kind === "yes-checked" || kind === "no-unhealthy" || kind === "no-awaiting";
}

function serves(kind: Serving["kind"]): boolean {
  return kind === "yes-checked" || kind === "yes-unchecked";
}
