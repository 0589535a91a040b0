import { fieldOf } from "@/lib/domain/preview/values";

/** What the agent takes for a number that is missing or 0 (docs/istio.md#probe-defaults). */
export const PROBE_DEFAULTS = { periodSeconds: 10, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 1, initialDelaySeconds: 0 } as const;

export type ProbeNumber = keyof typeof PROBE_DEFAULTS;

/** From the beginning to the end of a time in seconds. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

/** When a machine of a group leaves the endpoints, and comes back. Seconds. */
export interface ProbeTimes {
  /** The application stops answering, and its agent lives; null = nothing checks it. */
  readonly applicationOut: Span | null;
  /** The application answers again, each time within the probe's timeout; null = nothing checks it. */
  readonly applicationBack: Span | null;
  /** The machine dies without a word: the probe plays no part, for nobody is left to report. */
  readonly machineOut: Span;
  /** The machine and the istiod that held it die together; null = it stays for good. */
  readonly bothOut: Span | null;
  /** The machine starts again: from the start of its agent; null = as soon as it is connected. */
  readonly machineBack: Span | null;
  /** From the start of the agent to the first probe. */
  readonly firstAfter: number;
}

/** The connection of a machine that is quiet: istiod asks every 30 s and waits 10 s. */
const KEEPALIVE: Span = { least: 10, most: 40 };
/** A connection lives for at most so much longer than istiod's maximum age, and a sweep comes at most so late. */
const SWEEP_LATE_GRACES = 10;
const LONGEST_HELD = 1.1;
const SWEPT_AFTER = 1.5;

/** istiod's own settings; seconds. */
export interface Waits {
  readonly graceSeconds: number;
  /** null = it never ends a connection. */
  readonly maxAgeSeconds: number | null;
}

/** What most installations have: Helm's. */
export const USUAL_WAITS: Waits = { graceSeconds: 10, maxAgeSeconds: 1_800 };

/**
 * How long things take for the machines of a group with this probe, undefined = none (docs/istio.md#first-report, #leaving-times;
 * pkg/istio-agent/health/health_check.go).
 */
export function probeTimes(probe: unknown, { graceSeconds, maxAgeSeconds }: Waits = USUAL_WAITS): ProbeTimes {
  const isChecked = probe !== undefined && probe !== null;
  return {
    ...(isChecked ? checkedTimes(probe) : { applicationOut: null, applicationBack: null, machineBack: null, firstAfter: 0 }),
    machineOut: { least: KEEPALIVE.least + graceSeconds, most: KEEPALIVE.most + graceSeconds },
    bothOut: maxAgeSeconds === null ? null : sweptWithin(maxAgeSeconds, graceSeconds),
  };
}

/** What the agent notices: it counts answers in a row, and asks again after a period, or once the answer before is there or given up, if that is later. */
function checkedTimes(probe: unknown): Pick<ProbeTimes, "applicationOut" | "applicationBack" | "machineBack" | "firstAfter"> {
  const [period, timeout] = [probeNumber(probe, "periodSeconds"), probeNumber(probe, "timeoutSeconds")];
  const [failures, successes] = [probeNumber(probe, "failureThreshold"), probeNumber(probe, "successThreshold")];
  const firstAfter = probeNumber(probe, "initialDelaySeconds");
  const apart = Math.max(period, timeout);
  return {
    // At once where it refuses a connection, by the timeout where it is silent; it may have answered a moment before it stopped.
    applicationOut: { least: (failures - 1) * period, most: period + (failures - 1) * apart + timeout },
    // A probe may have begun a moment before it answers again, and is lost; the last one that counts may take as long as it is given.
    applicationBack: { least: (successes - 1) * period, most: successes * apart + timeout },
    // Until Envoy is ready a probe counts as failed: the first that counts may be one period late.
    machineBack: { least: firstAfter + (successes - 1) * period, most: firstAfter + period + (successes - 1) * apart + timeout },
    firstAfter,
  };
}

function sweptWithin(maxAge: number, grace: number): Span {
  return { least: (SWEPT_AFTER - LONGEST_HELD) * maxAge, most: SWEPT_AFTER * maxAge + SWEEP_LATE_GRACES * grace };
}

/** One of istiod's settings as it is known of a cluster: milliseconds. */
interface KnownWait {
  readonly kind: "known" | "assumed" | "denied";
  readonly value: number | null;
}

/** istiod's settings of a cluster; those of Helm where nobody knows them. `isKnown`: both were read of istiod itself. */
export function waitsOf({ grace, maxAge }: { readonly grace: KnownWait; readonly maxAge: KnownWait }): Waits & { readonly isKnown: boolean } {
  const graceMs = grace.kind === "denied" ? null : grace.value;
  return {
    graceSeconds: graceMs === null ? USUAL_WAITS.graceSeconds : graceMs / 1_000,
    maxAgeSeconds: maxAge.kind === "denied" ? USUAL_WAITS.maxAgeSeconds : maxAge.value === null ? null : maxAge.value / 1_000,
    isKnown: grace.kind === "known" && maxAge.kind === "known",
  };
}

/** The times of a probe as a statement: each span as its least and its most seconds; null = without an end, or nothing is checked. */
export function probeStatement(times: ProbeTimes, { graceSeconds, maxAgeSeconds, isKnown }: ReturnType<typeof waitsOf>) {
  const span = (one: Span | null) => (one === null ? null : [String(one.least), String(one.most)]);
  return {
    ...{ kind: "probe-times", applicationOut: span(times.applicationOut), applicationBack: span(times.applicationBack) },
    ...{ machineOut: span(times.machineOut), bothOut: span(times.bothOut), machineBack: span(times.machineBack), firstAfter: times.firstAfter },
    ...{ graceSeconds, maxAgeSeconds, isKnown },
  };
}

/** A number of a probe as the agent takes it. */
function probeNumber(probe: unknown, name: ProbeNumber): number {
  const written = fieldOf(probe, name);
  return typeof written === "number" && written > 0 ? written : PROBE_DEFAULTS[name];
}
