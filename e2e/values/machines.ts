import type { RawObject, RawVersion } from "./raw-objects";
import type { RawWatch } from "./raw-watch";

/** The states of a machine as pages write them into `data-state-word`, worst first. */
export const STATES = [
  ...(["unreadable", "vanished", "unhealthy", "disconnected", "unverified", "overdue", "reconnecting"] as const),
  ...(["draining", "awaiting", "unchecked", "healthy"] as const),
] as const;
export type State = (typeof STATES)[number];

/** One machine with the state that its entry and istiod's Pods give it. */
export interface Machine {
  readonly object: RawObject;
  readonly namespace: string;
  readonly name: string;
  /** Name of its group; "" = none. */
  readonly group: string;
  readonly region: string;
  readonly zone: string;
  readonly network: string;
  readonly replica: string;
  readonly state: State;
  readonly isServing: boolean;
  /** Istio sends it to callers, but no running replica holds its connection. */
  readonly isUnverified: boolean;
  /** Its entry is istiod's, not hand-written. */
  readonly isManaged: boolean;
  /** A running replica holds its connection. */
  readonly isConnected: boolean;
}

const AUTO = "istio.io/autoRegistrationGroup";
const CONTROLLER = "istio.io/workloadController";
const CONNECTED = "istio.io/connectedAt";
const DISCONNECTED = "istio.io/disconnectedAt";
const GATE = "proxy.istio.io/health-checks-enabled";
/** The texts that Go's strconv.ParseBool reads as true. */
const TRUE_TEXTS = new Set(["1", "t", "T", "TRUE", "true", "True"]);

interface Limits {
  readonly graceMs: number;
  readonly maxAgeMs: number;
  /** Start times of the running replicas of istiod, by Pod name. */
  readonly running: ReadonlyMap<string, number>;
}

/** Every machine at a moment, with its state by Istio's rules. This shares no code with the product. */
export function machinesAt(raw: RawWatch, moment: number): readonly Machine[] {
  const limits = limitsAt(raw, moment);
  return raw.at("entry", moment).map((object) => machineOf(object, limits, moment));
}

function limitsAt(raw: RawWatch, moment: number): Limits {
  const running = new Map<string, number>();
  let [graceMs, maxAgeMs] = [10_000, 30 * 60_000];
  for (const { metadata, spec, status } of raw.at("pod", moment)) {
    const started = status?.containerStatuses?.find(({ name }) => name === "discovery")?.state?.running?.startedAt;
    if (started !== undefined) running.set(metadata.name, Date.parse(started));
    for (const container of spec?.containers ?? []) {
      const grace = container.env?.find(({ name }) => name === "PILOT_WORKLOAD_ENTRY_GRACE_PERIOD")?.value;
      if (grace !== undefined) graceMs = durationMs(grace);
      const at = container.args?.indexOf("--keepaliveMaxServerConnectionAge") ?? -1;
      const age = at < 0 ? undefined : container.args?.[at + 1];
      if (age !== undefined) maxAgeMs = durationMs(age);
    }
  }
  return { graceMs, maxAgeMs, running };
}

/** The moments at which the clock alone changes the state of an unchanged entry, in milliseconds. */
export function clockTurns(raw: RawWatch, { metadata: { annotations = {} } }: RawObject, moment: number): readonly number[] {
  const { graceMs, maxAgeMs } = limitsAt(raw, moment);
  const connected = Date.parse(annotations[CONNECTED] ?? "");
  const disconnected = Date.parse(annotations[DISCONNECTED] ?? "");
  const turns = [overdueAt(connected, maxAgeMs), unverifiedAt(connected, maxAgeMs), disconnected + graceMs];
  return turns.filter((turn) => !Number.isNaN(turn));
}

/** A moment at which an entry changed its state. Milliseconds. */
export interface StateTurn {
  readonly before: State;
  readonly after: State;
  readonly at: number;
}

/**
 * The state changes of an entry, by its own versions, istiod's Pods and the clock. A page gets entries and Pods from two watches: one may be `lateMs` older
 * than the other, the page may compute the state `lateMs` later, and it may join changes of this time.
 */
export function stateTurns(raw: RawWatch, versions: readonly RawVersion[], lateMs: number): readonly StateTurn[] {
  const ofPods = raw.histories("pod").flatMap((pods) => pods.flatMap(({ from, to }) => (to === null ? [from] : [from, to])));
  const ofClock = versions.flatMap(({ object, from }) => clockTurns(raw, object, from));
  const moments = [...new Set([...ofPods, ...ofClock, ...versions.map(({ from }) => from)])].filter((at) => at >= raw.startedAt).sort((a, b) => a - b);
  const limits = new Map(moments.flatMap((at) => [at - 1, at].map((one) => [one, limitsAt(raw, one)] as const)));
  const limitsNear = (moment: number) => [...limits].filter(([at]) => Math.abs(at - moment) <= lateMs).map(([, one]) => one);
  const objectsNear = (moment: number) => versions.filter(({ from, to }) => from <= moment + lateMs && (to === null || to >= moment - lateMs));
  const stateOf = ({ object }: RawVersion, limit: Limits | undefined, at: number) => (limit === undefined ? [] : [machineOf(object, limit, at).state]);
  const steps = moments.flatMap((at) => {
    const clocks = [at, at + lateMs];
    const next = versions.findIndex(({ from }) => from === at);
    const own = versions.slice(Math.max(0, next - 1), next < 0 ? 0 : versions.findLastIndex(({ from }) => from === at) + 1);
    const byEntry = limitsNear(at).flatMap((limit) => clocks.map((clock) => own.flatMap((version) => stateOf(version, limit, clock))));
    const byPods = objectsNear(at).flatMap((version) => clocks.map((clock) => [at - 1, at].flatMap((one) => stateOf(version, limits.get(one), clock))));
    const byClock = objectsNear(at).flatMap((version) => limitsNear(at).map((limit) => [at - 1, at].flatMap((clock) => stateOf(version, limit, clock))));
    return [...byEntry, ...byPods, ...byClock].flatMap((states) => states.slice(1).map((after, index) => ({ before: states[index] ?? after, after, at })));
  });
  const changes = [...new Map(steps.filter(({ before, after }) => before !== after).map((step) => [Object.values(step).join(), step])).values()];
  return changes.flatMap((first) =>
    changes.filter(({ at }) => at >= first.at && at <= first.at + lateMs).map(({ after, at }) => ({ before: first.before, after, at })),
  );
}

/** The last moment by which istiod deletes entries whose connection never ended: at 1.5 × the maximum age, by its next sweep. Milliseconds; NaN = never. */
export function sweptBy(raw: RawWatch, machines: readonly Machine[], moment: number): number {
  const { graceMs, maxAgeMs } = limitsAt(raw, moment);
  const newest = Math.max(...machines.map(({ object }) => Date.parse(object.metadata.annotations?.[CONNECTED] ?? "")));
  return unverifiedAt(newest, maxAgeMs) + SWEEP_GRACES * graceMs;
}

/** The first moment at which istiod may delete one of these entries. Milliseconds; NaN = never. */
export function sweptFrom(raw: RawWatch, machines: readonly Machine[], moment: number): number {
  const { maxAgeMs } = limitsAt(raw, moment);
  return unverifiedAt(Math.min(...machines.map(({ object }) => Date.parse(object.metadata.annotations?.[CONNECTED] ?? ""))), maxAgeMs);
}

/** Each replica of istiod sweeps every so many grace periods. */
const SWEEP_GRACES = 10;

function overdueAt(connected: number, maxAgeMs: number): number {
  return connected + maxAgeMs * 1.1 + 15_000;
}

function unverifiedAt(connected: number, maxAgeMs: number): number {
  return connected + maxAgeMs * 1.5;
}

/** Parses "2m30s", "2.5s" and "450ms" as Go writes durations. */
function durationMs(text: string): number {
  const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };
  return [...text.matchAll(/([\d.]+)(h|ms|m|s)/g)].reduce((sum, [, count = "0", unit = "s"]) => sum + Number(count) * (units[unit] ?? 0), 0);
}

function machineOf(object: RawObject, limits: Limits, moment: number): Machine {
  const { metadata, spec = {} } = object;
  const [region = "", zone = ""] = (spec.locality ?? "").split("/");
  const serving = servingOf(object);
  const connection = connectionOf(metadata.annotations ?? {}, limits, moment);
  const isUnverified = connection === "unverified";
  const { annotations = {} } = metadata;
  const isManaged = (annotations[AUTO] ?? "") !== "" || (annotations[CONTROLLER] ?? "") !== "";
  return {
    ...{ object, region, zone },
    namespace: metadata.namespace,
    name: metadata.name,
    group: groupNameOf(object),
    network: spec.network ?? "",
    replica: annotations[CONTROLLER] ?? "",
    state: STATES.indexOf(serving.state) <= STATES.indexOf(connection) ? serving.state : connection,
    isServing: serving.isServing && !isUnverified,
    isUnverified: serving.isServing && isUnverified,
    isManaged,
    isConnected: isManaged && annotations[CONNECTED] !== undefined && !isUnverified,
  };
}

/** Name of a machine's group: from its owner, else from its registration; "" = none. */
export function groupNameOf({ metadata }: RawObject): string {
  return metadata.ownerReferences?.find(({ kind }) => kind === "WorkloadGroup")?.name ?? metadata.annotations?.[AUTO] ?? "";
}

function servingOf({ metadata, spec, status }: RawObject): { readonly state: State; readonly isServing: boolean } {
  if ((spec?.address ?? "") === "" && (spec?.network ?? "") === "") return { state: "unreadable", isServing: false };
  const isGated = TRUE_TEXTS.has(metadata.annotations?.[GATE] ?? "");
  const healthy = status?.conditions?.find(({ type }) => type === "Healthy")?.status;
  if (isGated && healthy !== undefined && healthy !== "True") return { state: "unhealthy", isServing: false };
  const draining = metadata.labels?.["istio.io/draining"] ?? spec?.labels?.["istio.io/draining"] ?? "";
  if (draining !== "") return { state: "draining", isServing: false };
  if (!isGated) return { state: "unchecked", isServing: true };
  return healthy === undefined ? { state: "awaiting", isServing: false } : { state: "healthy", isServing: true };
}

function connectionOf(annotations: Readonly<Record<string, string>>, { graceMs, maxAgeMs, running }: Limits, moment: number): State {
  if ((annotations[AUTO] ?? "") === "" && (annotations[CONTROLLER] ?? "") === "") return "healthy";
  const [connected, disconnected] = [annotations[CONNECTED], annotations[DISCONNECTED]];
  if (connected !== undefined) {
    const since = Date.parse(connected);
    if (Number.isNaN(since) || moment < since - 30_000 || moment >= unverifiedAt(since, maxAgeMs)) return "unverified";
    const startedAt = running.get(annotations[CONTROLLER] ?? "");
    if (startedAt === undefined || Math.floor(startedAt / 1_000) > Math.floor(since / 1_000)) return "unverified";
    return moment >= overdueAt(since, maxAgeMs) ? "overdue" : "healthy";
  }
  if (disconnected === undefined) return "disconnected";
  return moment - Date.parse(disconnected) < graceMs ? "reconnecting" : "disconnected";
}

const EXPECTED = "stolos.dev/expected-size";

/** The least size that a group declares, or null. */
export function declaredSize(group: RawObject): number | null {
  const [low, high] = (group.metadata.annotations?.[EXPECTED] ?? "").split("-");
  const isSize = /^\d+$/.test(low ?? "") && (high === undefined || /^\d+$/.test(high));
  return isSize ? Number(low) : null;
}

/** Does a group declare a range of sizes? */
export function declaresRange(group: RawObject): boolean {
  return declaredSize(group) !== null && (group.metadata.annotations?.[EXPECTED] ?? "").includes("-");
}

/** One machine in a group's annotation `stolos.dev/planned-leaves`. `by` in milliseconds; null = without an end. */
export interface PlannedLeave {
  readonly entry: string;
  readonly by: number | null;
  readonly reason: string;
}

export function plannedLeaves({ metadata }: RawObject): readonly PlannedLeave[] {
  const list: readonly Partial<Record<"entry" | "by" | "reason", string>>[] = JSON.parse(metadata.annotations?.["stolos.dev/planned-leaves"] ?? "[]");
  return list.map(({ entry = "", by, reason = "" }) => ({ entry, by: by === undefined ? null : Date.parse(by), reason }));
}
