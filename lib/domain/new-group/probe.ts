import { PROBE_METHODS, type ProbeMethod } from "@/lib/domain/group/workload-group";
import type { Path } from "@/lib/domain/preview/finding";
import { asFields, asItems, asPairs, type Fields, fieldValue, yamlTypeOf } from "@/lib/domain/preview/values";

const PROBE: Path = ["spec", "probe"];

/** The method of a probe. One with numbers alone has none, and is refused. */
export function probeMethod(probe: unknown): ProbeMethod {
  return PROBE_METHODS.find((method) => fieldValue(probe, method) !== undefined) ?? "none";
}

/** One change of a document: a value at a place, undefined = nothing there. */
export type FormEdit = readonly [path: Path, value: unknown];

/** What was typed of a probe so far: what each method asks, and the numbers. */
export interface TypedProbe {
  readonly targets: Fields;
  readonly numbers: Fields;
}

export const EMPTY_PROBE: TypedProbe = { targets: {}, numbers: {} };

/** What was typed so far, with what a probe says now. A probe that is not there says nothing. */
export function typedProbe({ targets, numbers }: TypedProbe, probe: unknown): TypedProbe {
  const method = probeMethod(probe);
  if (method === "none") return { targets, numbers };
  const written = asPairs(probe).filter(([name]) => Object.hasOwn(PROBE_DEFAULTS, name));
  return { targets: { ...targets, [method]: fieldValue(probe, method) }, numbers: Object.fromEntries(written) };
}

/**
 * The changes of a group to another method: its numbers stay, and its port, else the first port of the machines. What was typed of that method before,
 * and the numbers of a probe that was taken away, are there again.
 */
export function probeEdits(group: unknown, method: ProbeMethod, typed: TypedProbe = EMPTY_PROBE): readonly FormEdit[] {
  if (method === "none") return [[PROBE, undefined]];
  const spec = fieldValue(group, "spec");
  const probe = fieldValue(spec, "probe");
  const old = probeMethod(probe);
  const before = asFields(fieldValue(typed.targets, method));
  const [first] = asPairs(fieldValue(fieldValue(spec, "template"), "ports"));
  const port = fieldValue(fieldValue(probe, old), "port") ?? before.port ?? first?.[1] ?? 8080;
  const targets = { httpGet: { path: "/", ...before, port }, tcpSocket: { ...before, port }, exec: { command: [], ...before }, grpc: { ...before, port } };
  const gone: readonly FormEdit[] = old === "none" || old === method ? [] : [[[...PROBE, old], undefined]];
  const numbers = old === "none" ? asPairs(typed.numbers).map(([name, value]): FormEdit => [[...PROBE, name], value]) : [];
  return [...gone, [[...PROBE, method], targets[method]], ...numbers];
}

/** One header that a probe sends. */
export interface ProbeHeader {
  readonly name: string;
  readonly value: string;
}

/** The headers of a probe as lines, `name: value`; null where one of them has another shape, which lines cannot show. */
export function formatProbeHeaders(headers: unknown): string | null {
  if (headers !== undefined && headers !== null && !Array.isArray(headers)) return null;
  const read = asItems(headers).map((header) => [fieldValue(header, "name") ?? "", fieldValue(header, "value") ?? ""] as const);
  const areLines = asItems(headers).every((header) => yamlTypeOf(header) === "an object") && read.flat().every(isLine);
  return areLines ? read.map(([name, value]) => `${name}: ${value}`).join("\n") : null;
}

/** The headers that lines say; a line without a colon is a name without a value. Empty lines are none. */
export function parseProbeHeaders(lines: string): readonly ProbeHeader[] {
  return lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const colon = line.includes(":") ? line.indexOf(":") : line.length;
      return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
    });
}

function isLine(value: unknown): boolean {
  return typeof value === "string" && !value.includes("\n");
}

/** What the agent takes for a number that is missing or 0 (docs/istio.md#probe-defaults). */
export const PROBE_DEFAULTS = { periodSeconds: 10, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 1, initialDelaySeconds: 0 } as const;

export type ProbeNumber = keyof typeof PROBE_DEFAULTS;

/** From the beginning to the end of a time in seconds. */
export interface WaitRange {
  readonly least: number;
  readonly most: number;
}

/** When a machine of a group leaves the endpoints, and comes back. Seconds. */
export interface ProbeTimes {
  /** The application stops answering, and its agent lives; null = nothing checks it. */
  readonly applicationOut: WaitRange | null;
  /** The application answers again, each time within the probe's timeout; null = nothing checks it. */
  readonly applicationBack: WaitRange | null;
  /** The machine dies without a word: the probe plays no part, for nobody is left to report. */
  readonly machineOut: WaitRange;
  /** The machine and the istiod that held it die together; null = it stays for good. */
  readonly bothOut: WaitRange | null;
  /** The machine starts again: from the start of its agent; null = as soon as it is connected. */
  readonly machineBack: WaitRange | null;
  /** From the start of the agent to the first probe. */
  readonly firstAfter: number;
}

/** The connection of a machine that is quiet: istiod asks every 30 s and waits 10 s. */
const KEEPALIVE: WaitRange = { least: 10, most: 40 };
/** A connection lives for at most so much longer than istiod's maximum age, and a sweep comes at most so late. */
const SWEEP_LATE_GRACES = 10;
const LONGEST_HELD = 1.1;
const SWEPT_AFTER = 1.5;

/** istiod's own settings; seconds. */
export interface ProbeWaits {
  readonly graceSeconds: number;
  /** null = it never ends a connection. */
  readonly maxAgeSeconds: number | null;
}

/** What most installations have: Helm's. */
export const DEFAULT_PROBE_WAITS: ProbeWaits = { graceSeconds: 10, maxAgeSeconds: 1_800 };

/**
 * How long things take for the machines of a group with this probe, undefined = none (docs/istio.md#first-report, #leaving-times;
 * pkg/istio-agent/health/health_check.go).
 */
export function probeTimes(probe: unknown, { graceSeconds, maxAgeSeconds }: ProbeWaits = DEFAULT_PROBE_WAITS): ProbeTimes {
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

function sweptWithin(maxAge: number, grace: number): WaitRange {
  return { least: (SWEPT_AFTER - LONGEST_HELD) * maxAge, most: SWEPT_AFTER * maxAge + SWEEP_LATE_GRACES * grace };
}

/** One of istiod's settings as it is known of a cluster: milliseconds. */
interface KnownWait {
  readonly kind: "known" | "assumed" | "denied";
  readonly value: number | null;
}

/** istiod's settings of a cluster; those of Helm where nobody knows them. `isKnown`: both were read of istiod itself. */
export function probeWaitsOf({ grace, maxAge }: { readonly grace: KnownWait; readonly maxAge: KnownWait }): ProbeWaits & { readonly isKnown: boolean } {
  const graceMs = grace.kind === "denied" ? null : grace.value;
  return {
    graceSeconds: graceMs === null ? DEFAULT_PROBE_WAITS.graceSeconds : graceMs / 1_000,
    maxAgeSeconds: maxAge.kind === "denied" ? DEFAULT_PROBE_WAITS.maxAgeSeconds : maxAge.value === null ? null : maxAge.value / 1_000,
    isKnown: grace.kind === "known" && maxAge.kind === "known",
  };
}

/** The times of a probe as a statement: each span as its least and its most seconds; null = without an end, or nothing is checked. */
export function probeStatement(times: ProbeTimes, { graceSeconds, maxAgeSeconds, isKnown }: ReturnType<typeof probeWaitsOf>) {
  const span = (one: WaitRange | null) => (one === null ? null : [String(one.least), String(one.most)]);
  return {
    ...{ kind: "probe-times", applicationOut: span(times.applicationOut), applicationBack: span(times.applicationBack) },
    ...{ machineOut: span(times.machineOut), bothOut: span(times.bothOut), machineBack: span(times.machineBack), firstAfter: times.firstAfter },
    ...{ graceSeconds, maxAgeSeconds, isKnown },
  };
}

/** A number of a probe as the agent takes it. */
function probeNumber(probe: unknown, name: ProbeNumber): number {
  const written = fieldValue(probe, name);
  return typeof written === "number" && written > 0 ? written : PROBE_DEFAULTS[name];
}
