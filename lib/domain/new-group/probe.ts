import { PROBE_METHODS, type ProbeMethod } from "@/lib/domain/group/workload-group";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { asItems, asPairs, asUntypedObject, fieldValue, type UntypedObject, yamlTypeOf } from "@/lib/domain/preview/values";

const PROBE: DocumentPath = ["spec", "probe"];

/** Returns the method of a probe. A probe with only numbers has none, and the webhook rejects it. */
export function probeMethod(probe: unknown): ProbeMethod {
  return PROBE_METHODS.find((method) => fieldValue(probe, method) !== undefined) ?? "none";
}

/** One change of a document: a path and its new value. Undefined = the edit removes the path. */
export type DocumentEdit = readonly [path: DocumentPath, value: unknown];

/** The values for a probe that the user has typed so far: the target of each method, and the numbers. */
export interface ProbeFormValues {
  readonly targets: UntypedObject;
  readonly numbers: UntypedObject;
}

export const NO_PROBE_VALUES: ProbeFormValues = { targets: {}, numbers: {} };

/** Returns the typed values with those of the current probe. Without a probe they do not change. */
export function mergeProbeIntoFormValues({ targets, numbers }: ProbeFormValues, probe: unknown): ProbeFormValues {
  const method = probeMethod(probe);
  if (method === "none") return { targets, numbers };
  const written = asPairs(probe).filter(([name]) => Object.hasOwn(PROBE_DEFAULTS, name));
  return { targets: { ...targets, [method]: fieldValue(probe, method) }, numbers: Object.fromEntries(written) };
}

/**
 * Returns the edits that set another probe method in a group. The numbers and the port do not change. Without a port, it becomes the first port of
 * the machines. Earlier input for the method, and the numbers of a removed probe, are restored.
 */
export function probeMethodEdits(group: unknown, method: ProbeMethod, typed: ProbeFormValues = NO_PROBE_VALUES): readonly DocumentEdit[] {
  if (method === "none") return [[PROBE, undefined]];
  const spec = fieldValue(group, "spec");
  const probe = fieldValue(spec, "probe");
  const old = probeMethod(probe);
  const before = asUntypedObject(fieldValue(typed.targets, method));
  const [first] = asPairs(fieldValue(fieldValue(spec, "template"), "ports"));
  const port = fieldValue(fieldValue(probe, old), "port") ?? before.port ?? first?.[1] ?? 8080;
  const targets = { httpGet: { path: "/", ...before, port }, tcpSocket: { ...before, port }, exec: { command: [], ...before }, grpc: { ...before, port } };
  const gone: readonly DocumentEdit[] = old === "none" || old === method ? [] : [[[...PROBE, old], undefined]];
  const numbers = old === "none" ? asPairs(typed.numbers).map(([name, value]): DocumentEdit => [[...PROBE, name], value]) : [];
  return [...gone, [[...PROBE, method], targets[method]], ...numbers];
}

export interface ProbeHeader {
  readonly name: string;
  readonly value: string;
}

/** Returns the headers of a probe as lines with `name: value`. Null if a header has another shape, which lines cannot contain. */
export function formatProbeHeaders(headers: unknown): string | null {
  if (headers !== undefined && headers !== null && !Array.isArray(headers)) return null;
  const read = asItems(headers).map((header) => [fieldValue(header, "name") ?? "", fieldValue(header, "value") ?? ""] as const);
  const areLines = asItems(headers).every((header) => yamlTypeOf(header) === "an object") && read.flat().every(isLine);
  return areLines ? read.map(([name, value]) => `${name}: ${value}`).join("\n") : null;
}

/** Parses `name: value` lines to headers. A line without a colon is a name without a value. Empty lines are ignored. */
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

/** The values that the agent uses in place of a number that is missing or 0 (docs/istio.md#probe-defaults). */
export const PROBE_DEFAULTS = { periodSeconds: 10, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 1, initialDelaySeconds: 0 } as const;

export type ProbeNumberName = keyof typeof PROBE_DEFAULTS;

/** The shortest and the longest possible wait, in seconds. */
export interface SecondsRange {
  readonly least: number;
  readonly most: number;
}

/** The waits until a machine of a group stops being an endpoint, and until it is one again. Seconds. */
export interface ProbeDelays {
  /** The wait after the application stops to respond, while its agent still runs. Null = no health checks. */
  readonly applicationOut: SecondsRange | null;
  /** The wait after the application responds again, each time within the probe's timeout. Null = no health checks. */
  readonly applicationBack: SecondsRange | null;
  /** The wait after the machine dies without closing its connection. It does not depend on the probe, because no agent can report. */
  readonly machineOut: SecondsRange;
  /** The wait after the machine and its istiod replica die together. Null = the entry is never deleted. */
  readonly bothOut: SecondsRange | null;
  /** The wait from the start of the agent after a restart of the machine. Null = until it is connected. */
  readonly machineBack: SecondsRange | null;
  /** The time from the start of the agent to the first probe. */
  readonly firstAfter: number;
}

/**
 * The time in which istiod notices a dead machine, in seconds: it sends a keepalive on an idle connection every 30 s, and waits 10 s for the answer.
 */
const KEEPALIVE: SecondsRange = { least: 10, most: 40 };
/** istiod's sweep deletes an entry at most ten grace periods after 1.5 × the maximum age. A connection lasts at most 1.1 × that age. */
const SWEEP_LATE_GRACES = 10;
const LONGEST_HELD = 1.1;
const SWEPT_AFTER = 1.5;

/** The settings of istiod on which waits depend, in seconds. */
export interface IstiodDelays {
  readonly graceSeconds: number;
  /** Null = istiod never ends a connection. */
  readonly maxAgeSeconds: number | null;
}

/** The defaults of Istio's Helm charts, which most installations use. */
export const DEFAULT_ISTIOD_DELAYS: IstiodDelays = { graceSeconds: 10, maxAgeSeconds: 1_800 };

/**
 * Returns the waits for machines of a group with this probe. Undefined = no probe (docs/istio.md#first-report, #leaving-times;
 * pkg/istio-agent/health/health_check.go).
 */
export function probeDelays(probe: unknown, { graceSeconds, maxAgeSeconds }: IstiodDelays = DEFAULT_ISTIOD_DELAYS): ProbeDelays {
  const isChecked = probe !== undefined && probe !== null;
  return {
    ...(isChecked ? checkedTimes(probe) : { applicationOut: null, applicationBack: null, machineBack: null, firstAfter: 0 }),
    machineOut: { least: KEEPALIVE.least + graceSeconds, most: KEEPALIVE.most + graceSeconds },
    bothOut: maxAgeSeconds === null ? null : sweptWithin(maxAgeSeconds, graceSeconds),
  };
}

/**
 * Returns the waits that depend on the probe. The agent counts equal results in a row. It probes again after a period, or when the last probe
 * returned or timed out, if that is later.
 */
function checkedTimes(probe: unknown): Pick<ProbeDelays, "applicationOut" | "applicationBack" | "machineBack" | "firstAfter"> {
  const [period, timeout] = [probeNumber(probe, "periodSeconds"), probeNumber(probe, "timeoutSeconds")];
  const [failures, successes] = [probeNumber(probe, "failureThreshold"), probeNumber(probe, "successThreshold")];
  const firstAfter = probeNumber(probe, "initialDelaySeconds");
  const apart = Math.max(period, timeout);
  return {
    // A refused connection fails at once, one without an answer after the timeout. The last good probe can be directly before the failure.
    applicationOut: { least: (failures - 1) * period, most: period + (failures - 1) * apart + timeout },
    // A probe that began directly before the application responds again fails. The last probe that counts can take the whole timeout.
    applicationBack: { least: (successes - 1) * period, most: successes * apart + timeout },
    // Probes fail until Envoy is ready. The first probe that counts can be one period later.
    machineBack: { least: firstAfter + (successes - 1) * period, most: firstAfter + period + (successes - 1) * apart + timeout },
    firstAfter,
  };
}

function sweptWithin(maxAge: number, grace: number): SecondsRange {
  return { least: (SWEPT_AFTER - LONGEST_HELD) * maxAge, most: SWEPT_AFTER * maxAge + SWEEP_LATE_GRACES * grace };
}

/** One setting of istiod in a cluster: known, assumed or denied. Milliseconds. */
interface KnownWait {
  readonly kind: "known" | "assumed" | "denied";
  readonly value: number | null;
}

/**
 * Returns istiod's settings in a cluster, with Helm's default for a setting that is not known. `isKnown`: both settings were read from istiod itself.
 */
export function istiodDelaysOf({ grace, maxAge }: { readonly grace: KnownWait; readonly maxAge: KnownWait }): IstiodDelays & { readonly isKnown: boolean } {
  const graceMs = grace.kind === "denied" ? null : grace.value;
  return {
    graceSeconds: graceMs === null ? DEFAULT_ISTIOD_DELAYS.graceSeconds : graceMs / 1_000,
    maxAgeSeconds: maxAge.kind === "denied" ? DEFAULT_ISTIOD_DELAYS.maxAgeSeconds : maxAge.value === null ? null : maxAge.value / 1_000,
    isKnown: grace.kind === "known" && maxAge.kind === "known",
  };
}

/**
 * Returns the waits of a probe as a statement: each with its smallest and largest number of seconds. Null = it has no end, or there are no health
 * checks.
 */
export function probeDelayStatement(times: ProbeDelays, { graceSeconds, maxAgeSeconds, isKnown }: ReturnType<typeof istiodDelaysOf>) {
  const span = (one: SecondsRange | null) => (one === null ? null : [String(one.least), String(one.most)]);
  return {
    ...{ kind: "probe-times", applicationOut: span(times.applicationOut), applicationBack: span(times.applicationBack) },
    ...{ machineOut: span(times.machineOut), bothOut: span(times.bothOut), machineBack: span(times.machineBack), firstAfter: times.firstAfter },
    ...{ graceSeconds, maxAgeSeconds, isKnown },
  };
}

/** Returns a number of a probe as the agent reads it. */
function probeNumber(probe: unknown, name: ProbeNumberName): number {
  const written = fieldValue(probe, name);
  return typeof written === "number" && written > 0 ? written : PROBE_DEFAULTS[name];
}
