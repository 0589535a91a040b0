import type { RawObject, RawVersion } from "./raw-objects";
import type { RawWatch } from "./raw-watch";

/** The exact states of each word. The words, and the states of a word, are in the order of their precedence: if several apply, the first one wins. */
export const WORDS = {
  unhealthy: ["unhealthy", "no-endpoint"],
  lost: ["vanished"],
  unverified: ["unverified", "disconnected", "unreadable"],
  draining: ["draining"],
  starting: ["awaiting"],
  reconnecting: ["overdue", "reconnecting"],
  unchecked: ["unchecked"],
  healthy: ["healthy"],
} as const;
export type Word = keyof typeof WORDS;

/** The exact states of a machine as pages write them into `data-state-word`. The first one wins. */
export const STATES = Object.values(WORDS).flat();
export type State = (typeof STATES)[number];

const WORD_OF_STATE = new Map(Object.entries(WORDS).flatMap(([word, states]) => states.map((state) => [state as State, word as Word] as const)));

export function wordOf(state: State): Word {
  return WORD_OF_STATE.get(state) ?? "unverified";
}

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
  /** Its word counts as serving: Healthy, Not checked or Reconnecting. */
  readonly isServing: boolean;
  /** Its word is Unverified. */
  readonly isUnverified: boolean;
  /** istiod sends it to sidecars. */
  readonly isSent: boolean;
  /** Its entry has a connection, but no running replica has it. */
  readonly isGhost: boolean;
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
  /** The ends of replicas that were deleted in order, while another one of their revision is ready. By Pod name, in milliseconds. */
  readonly replaced: ReadonlyMap<string, number>;
}

/** After the grace period, an entry with an ended connection is "reconnecting" for this time. Milliseconds. */
const CLEANUP_MS = 5_000;
/** After the orderly end of its replica, a machine is "reconnecting" for this time. Milliseconds. */
const REPLACED_MS = 60_000;

/** Every machine at a moment, with its state by Istio's rules. This shares no code with the product. */
export function machinesAt(raw: RawWatch, moment: number): readonly Machine[] {
  const limits = limitsAt(raw, moment);
  return raw.at("entry", moment).map((object) => machineOf(object, limits, moment));
}

function limitsAt(raw: RawWatch, moment: number): Limits {
  const running = new Map<string, number>();
  let [graceMs, maxAgeMs] = [10_000, 30 * 60_000];
  for (const pod of raw.at("pod", moment)) {
    const { metadata, spec } = pod;
    const started = startOf(pod);
    if (started !== undefined && !(deletedBy(pod) <= moment)) running.set(metadata.name, Date.parse(started));
    for (const container of spec?.containers ?? []) {
      const grace = container.env?.find(({ name }) => name === "PILOT_WORKLOAD_ENTRY_GRACE_PERIOD")?.value;
      if (grace !== undefined) graceMs = durationMs(grace);
      const at = container.args?.indexOf("--keepaliveMaxServerConnectionAge") ?? -1;
      const age = at < 0 ? undefined : container.args?.[at + 1];
      if (age !== undefined) maxAgeMs = durationMs(age);
    }
  }
  return { graceMs, maxAgeMs, running, replaced: replacedAt(raw, moment) };
}

/** The start of the running container of istiod in a Pod; undefined = it does not run. */
function startOf({ status }: RawObject): string | undefined {
  return status?.containerStatuses?.find(({ name }) => name === "discovery")?.state?.running?.startedAt;
}

/** The end of a Pod's grace period for its deletion. Milliseconds; NaN = it is not deleted. */
function deletedBy({ metadata }: RawObject): number {
  return Date.parse(metadata.deletionTimestamp ?? "");
}

const REVISION = "istio.io/rev";

function replacedAt(raw: RawWatch, moment: number): ReadonlyMap<string, number> {
  const isReady = ({ metadata, status }: RawObject) =>
    metadata.deletionTimestamp === undefined && status?.conditions?.find(({ type }) => type === "Ready")?.status === "True";
  const ready = raw.at("pod", moment).filter((pod) => pod.metadata.labels?.app === "istiod" && isReady(pod));
  return new Map(
    orderlyEnds(raw).flatMap(({ name, revision, at }) => {
      const hasOther = ready.some(({ metadata }) => metadata.name !== name && metadata.labels?.[REVISION] === revision);
      return at <= moment && hasOther ? [[name, at] as const] : [];
    }),
  );
}

/** The ends of the replicas that were deleted in order, with a deletion timestamp. */
function orderlyEnds(raw: RawWatch): readonly { readonly name: string; readonly revision: string | undefined; readonly at: number }[] {
  return raw.histories("pod").flatMap((versions) => {
    const terminating = versions.find(({ object }) => object.metadata.deletionTimestamp !== undefined);
    if (terminating === undefined) return [];
    const { metadata } = terminating.object;
    const stopped = versions.find(({ object, from }) => from >= terminating.from && startOf(object) === undefined)?.from ?? Number.POSITIVE_INFINITY;
    const last = versions.at(-1);
    const removed = last?.isLast === true ? (last.to ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    return [{ name: metadata.name, revision: metadata.labels?.[REVISION], at: Math.min(stopped, removed, deletedBy(terminating.object)) }];
  });
}

/** The moments at which the clock alone changes the state of an unchanged entry, in milliseconds. */
export function clockTurns(raw: RawWatch, { metadata: { annotations = {} } }: RawObject, moment: number): readonly number[] {
  const { graceMs, maxAgeMs } = limitsAt(raw, moment);
  const connected = Date.parse(annotations[CONNECTED] ?? "");
  const disconnected = Date.parse(annotations[DISCONNECTED] ?? "");
  const ends = orderlyEnds(raw).filter(({ name }) => name === annotations[CONTROLLER]);
  const turns = [
    ...[overdueAt(connected, maxAgeMs), unverifiedAt(connected, maxAgeMs), disconnected + graceMs + CLEANUP_MS],
    ...ends.flatMap(({ at }) => [at, at + REPLACED_MS]),
  ];
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
  return sweepableAt(newest, maxAgeMs) + SWEEP_GRACES * graceMs;
}

/** The first moment at which istiod may delete one of these entries. Milliseconds; NaN = never. */
export function sweptFrom(raw: RawWatch, machines: readonly Machine[], moment: number): number {
  const { maxAgeMs } = limitsAt(raw, moment);
  return sweepableAt(Math.min(...machines.map(({ object }) => Date.parse(object.metadata.annotations?.[CONNECTED] ?? ""))), maxAgeMs);
}

/** Each replica of istiod sweeps every so many grace periods. */
const SWEEP_GRACES = 10;

function overdueAt(connected: number, maxAgeMs: number): number {
  return connected + maxAgeMs * 1.1 + 15_000;
}

/** A leaked connection is overdue too. */
function unverifiedAt(connected: number, maxAgeMs: number): number {
  return Math.max(sweepableAt(connected, maxAgeMs), overdueAt(connected, maxAgeMs));
}

function sweepableAt(connected: number, maxAgeMs: number): number {
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
  const { annotations = {} } = metadata;
  const isManaged = (annotations[AUTO] ?? "") !== "" || (annotations[CONTROLLER] ?? "") !== "";
  const connection = isManaged ? connectionOf(annotations, limits, moment) : "unmanaged";
  const isGhost = ["ghost", "replaced", "leaked"].includes(connection);
  const states = [...serving.states, STATE_OF_CONNECTION[connection]];
  const state = STATES.find((one) => states.includes(one)) ?? "healthy";
  const word = wordOf(state);
  return {
    ...{ object, region, zone },
    namespace: metadata.namespace,
    name: metadata.name,
    group: groupNameOf(object),
    network: spec.network ?? "",
    replica: annotations[CONTROLLER] ?? "",
    state,
    isServing: word === "healthy" || word === "unchecked" || word === "reconnecting",
    isUnverified: word === "unverified",
    isSent: serving.isSent,
    isGhost,
    isManaged,
    isConnected: isManaged && annotations[CONNECTED] !== undefined && !isGhost,
  };
}

/** Name of a machine's group: from its owner, else from its registration; "" = none. */
export function groupNameOf({ metadata }: RawObject): string {
  return metadata.ownerReferences?.find(({ kind }) => kind === "WorkloadGroup")?.name ?? metadata.annotations?.[AUTO] ?? "";
}

/** All states that an entry has without regard to its connection. */
function servingOf(object: RawObject): { readonly states: readonly State[]; readonly isSent: boolean } {
  const { metadata, spec, status } = object;
  const isGated = TRUE_TEXTS.has(metadata.annotations?.[GATE] ?? "");
  const report = status?.conditions?.find(({ type }) => type === "Healthy")?.status;
  const unsent: State[] = [];
  if (isGated && report !== undefined && report !== "True") unsent.push("unhealthy");
  if ((spec?.address ?? "") === "" && (spec?.network ?? "") === "") unsent.push("no-endpoint");
  if (isDraining(object)) unsent.push("draining");
  if (isGated && report === undefined) unsent.push("awaiting");
  return { states: [...unsent, isGated ? "healthy" : "unchecked"], isSent: unsent.length === 0 };
}

/** Does an entry have the label of a drain? */
export function isDraining({ metadata, spec }: RawObject): boolean {
  return (metadata.labels?.["istio.io/draining"] ?? spec?.labels?.["istio.io/draining"] ?? "") !== "";
}

/** The state that each connection gives an entry. `late`: its grace period ended less than 5 s ago. `replaced`: its replica was deleted in order. */
const STATE_OF_CONNECTION = {
  connected: "healthy",
  unmanaged: "healthy",
  overdue: "overdue",
  reconnecting: "reconnecting",
  late: "reconnecting",
  replaced: "reconnecting",
  leaked: "unverified",
  ghost: "unverified",
  disconnected: "disconnected",
  never: "disconnected",
} as const satisfies Readonly<Record<string, State>>;

/** The connection of an entry that istiod writes. `disconnectedAt` does not count beside `connectedAt`. */
function connectionOf(annotations: Readonly<Record<string, string>>, limits: Limits, moment: number): keyof typeof STATE_OF_CONNECTION {
  const { graceMs, maxAgeMs, running, replaced } = limits;
  const [connected, disconnected] = [annotations[CONNECTED], annotations[DISCONNECTED]];
  if (connected !== undefined) {
    const since = Date.parse(connected);
    if (Number.isNaN(since) || moment < since - 30_000 || moment >= unverifiedAt(since, maxAgeMs)) return "leaked";
    const replica = annotations[CONTROLLER] ?? "";
    const startedAt = running.get(replica);
    if (startedAt === undefined) return moment < (replaced.get(replica) ?? Number.NEGATIVE_INFINITY) + REPLACED_MS ? "replaced" : "ghost";
    if (Math.floor(startedAt / 1_000) > Math.floor(since / 1_000)) return "ghost";
    return moment >= overdueAt(since, maxAgeMs) ? "overdue" : "connected";
  }
  if (disconnected === undefined) return "never";
  const ended = moment - Date.parse(disconnected);
  if (ended < graceMs) return "reconnecting";
  return ended < graceMs + CLEANUP_MS ? "late" : "disconnected";
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
