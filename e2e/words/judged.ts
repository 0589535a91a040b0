import type { RawObject } from "./raw-objects";
import type { RawWatch } from "./raw-watch";

/** The words of a machine's state as the pages spell them, worst first. */
export const WORDS = [
  "Unreadable",
  "Vanished",
  "Unhealthy",
  "Disconnected",
  "Unverified",
  "Overdue",
  "Reconnecting",
  "Draining",
  "Awaiting first probe",
  "Not checked",
  "Healthy",
] as const;
export type Word = (typeof WORDS)[number];

/** One machine as the objects alone prove it, judged here and not by the product. */
export interface Judged {
  readonly object: RawObject;
  readonly namespace: string;
  readonly name: string;
  /** Name of its group; "" = none. */
  readonly group: string;
  readonly zone: string;
  readonly network: string;
  readonly replica: string;
  readonly word: Word;
  readonly serves: boolean;
  /** Served, but no running replica answers for its connection. */
  readonly isDoubted: boolean;
}

const AUTO = "istio.io/autoRegistrationGroup";
const CONTROLLER = "istio.io/workloadController";
const CONNECTED = "istio.io/connectedAt";
const DISCONNECTED = "istio.io/disconnectedAt";
const GATE = "proxy.istio.io/health-checks-enabled";
const TRUE_WORDS = new Set(["1", "t", "T", "TRUE", "true", "True"]);

interface Limits {
  readonly graceMs: number;
  readonly maxAgeMs: number;
  /** When each running istiod began to run, by the name of its Pod. */
  readonly running: ReadonlyMap<string, number>;
}

/** Every machine that was there at a moment, as a reader with kubectl and Istio's rules would judge it. */
export function machinesAt(raw: RawWatch, moment: number): readonly Judged[] {
  const limits = limitsAt(raw, moment);
  return raw.at("entry", moment).map((object) => judged(object, limits, moment));
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

/** The moments at which an object as it stands turns into another state by the clock alone, milliseconds. */
export function clockTurns(raw: RawWatch, { metadata: { annotations = {} } }: RawObject, moment: number): readonly number[] {
  const { graceMs, maxAgeMs } = limitsAt(raw, moment);
  const connected = Date.parse(annotations[CONNECTED] ?? "");
  const disconnected = Date.parse(annotations[DISCONNECTED] ?? "");
  const turns = [overdueAt(connected, maxAgeMs), unverifiedAt(connected, maxAgeMs), disconnected + graceMs];
  return turns.filter((turn) => !Number.isNaN(turn));
}

function overdueAt(connected: number, maxAgeMs: number): number {
  return connected + maxAgeMs * 1.1 + 15_000;
}

function unverifiedAt(connected: number, maxAgeMs: number): number {
  return connected + maxAgeMs * 1.5;
}

/** "2m30s", "2.5s", "450ms" as Go writes durations. */
function durationMs(text: string): number {
  const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };
  return [...text.matchAll(/([\d.]+)(h|ms|m|s)/g)].reduce((sum, [, count = "0", unit = "s"]) => sum + Number(count) * (units[unit] ?? 0), 0);
}

function judged(object: RawObject, limits: Limits, moment: number): Judged {
  const { metadata, spec = {} } = object;
  const [, zone = ""] = (spec.locality ?? "").split("/");
  const serving = servingOf(object);
  const connection = connectionOf(metadata.annotations ?? {}, limits, moment);
  const isDoubted = connection === "Unverified";
  return {
    object,
    namespace: metadata.namespace,
    name: metadata.name,
    group: groupNameOf(object),
    zone,
    network: spec.network ?? "",
    replica: metadata.annotations?.[CONTROLLER] ?? "",
    word: WORDS.indexOf(serving.word) <= WORDS.indexOf(connection) ? serving.word : connection,
    serves: serving.serves && !isDoubted,
    isDoubted: serving.serves && isDoubted,
  };
}

/** Name of the group of a machine: of its owner, else as it registered; "" = none. */
export function groupNameOf({ metadata }: RawObject): string {
  return metadata.ownerReferences?.find(({ kind }) => kind === "WorkloadGroup")?.name ?? metadata.annotations?.[AUTO] ?? "";
}

function servingOf({ metadata, spec, status }: RawObject): { readonly word: Word; readonly serves: boolean } {
  if ((spec?.address ?? "") === "" && (spec?.network ?? "") === "") return { word: "Unreadable", serves: false };
  const isGated = TRUE_WORDS.has(metadata.annotations?.[GATE] ?? "");
  const healthy = status?.conditions?.find(({ type }) => type === "Healthy")?.status;
  if (isGated && healthy !== undefined && healthy !== "True") return { word: "Unhealthy", serves: false };
  const draining = metadata.labels?.["istio.io/draining"] ?? spec?.labels?.["istio.io/draining"] ?? "";
  if (draining !== "") return { word: "Draining", serves: false };
  if (!isGated) return { word: "Not checked", serves: true };
  return healthy === undefined ? { word: "Awaiting first probe", serves: false } : { word: "Healthy", serves: true };
}

function connectionOf(annotations: Readonly<Record<string, string>>, { graceMs, maxAgeMs, running }: Limits, moment: number): Word {
  if ((annotations[AUTO] ?? "") === "" && (annotations[CONTROLLER] ?? "") === "") return "Healthy";
  const [connected, disconnected] = [annotations[CONNECTED], annotations[DISCONNECTED]];
  if (connected !== undefined) {
    const since = Date.parse(connected);
    if (Number.isNaN(since) || moment < since - 30_000 || moment >= unverifiedAt(since, maxAgeMs)) return "Unverified";
    const startedAt = running.get(annotations[CONTROLLER] ?? "");
    if (startedAt === undefined || Math.floor(startedAt / 1_000) > Math.floor(since / 1_000)) return "Unverified";
    return moment >= overdueAt(since, maxAgeMs) ? "Overdue" : "Healthy";
  }
  if (disconnected === undefined) return "Disconnected";
  return moment - Date.parse(disconnected) < graceMs ? "Reconnecting" : "Disconnected";
}

const EXPECTED = "stolos.dev/expected-size";

/** The size that a group declares, or null. */
export function declaredSize(group: RawObject): number | null {
  const text = group.metadata.annotations?.[EXPECTED] ?? "";
  return /^\d+$/.test(text) ? Number(text) : null;
}
