import { healthGate, registrationGroup } from "./entry-from-group";
import { goTime, parseGoTime } from "./go-time";
import type { KubeObject } from "./kube-api";

export const controllerMark = "istio.io/workloadController";
export const connectedMark = "istio.io/connectedAt";
const disconnectedMark = "istio.io/disconnectedAt";

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message?: string;
  readonly lastProbeTime?: string;
  readonly lastTransitionTime?: string;
}

const marksOf = (entry: KubeObject): Readonly<Record<string, string>> => entry.metadata.annotations ?? {};
const conditionsOf = (entry: KubeObject): readonly Condition[] => (entry.status?.conditions as Condition[] | undefined) ?? [];

/** With the marks of a new connection, or null where istiod leaves the entry alone: it saw something newer, or is there already (docs/istio.md#connect). */
export function connected(entry: KubeObject, controller: string, at: bigint): KubeObject | null {
  const marks = marksOf(entry);
  const before = parseGoTime(marks[connectedMark]);
  const left = parseGoTime(marks[disconnectedMark]);
  if ((left !== null && left > at) || (before !== null && before > at)) return null;
  if (before === at && marks[controllerMark] === controller) return null;
  const { [disconnectedMark]: _, ...kept } = marks;
  return withMarks(entry, { ...kept, [controllerMark]: controller, [connectedMark]: goTime(at) });
}

/** With the marks of a disconnection, or null when the connection that ended is no longer the one the entry tells of (docs/istio.md#disconnect). */
export function disconnected(entry: KubeObject, controller: string, connectedAt: bigint, at: bigint): KubeObject | null {
  const marks = marksOf(entry);
  const current = parseGoTime(marks[connectedMark]);
  if (marks[controllerMark] !== controller || (current !== null && current > connectedAt)) return null;
  const { [connectedMark]: _, ...kept } = marks;
  return withMarks(entry, { ...kept, [disconnectedMark]: goTime(at) });
}

/** With a health report in its status, or null when the report is older than the last or came to the wrong replica (docs/istio.md#reports). */
export function reported(entry: KubeObject, controller: string, problem: string, at: bigint): KubeObject | null {
  if (marksOf(entry)[controllerMark] !== controller) return null;
  const last = parseGoTime(conditionsOf(entry).find((condition) => condition.type === "Healthy")?.lastProbeTime);
  if (last !== null && last > at) return null;
  return withHealth(entry, problem, at);
}

/** The Healthy condition as istiod writes it: both times new on every report, a message only when False, never a reason. */
export function withHealth(entry: KubeObject, problem: string, at: bigint): KubeObject {
  const condition: Condition = {
    lastProbeTime: goTime(at),
    lastTransitionTime: goTime(at + 1_230n),
    ...(problem === "" ? {} : { message: problem }),
    status: problem === "" ? "True" : "False",
    type: "Healthy",
  };
  const others = conditionsOf(entry).filter((other) => other.type !== "Healthy");
  return { ...entry, status: { ...entry.status, conditions: [...others, condition] } };
}

/** Without its Healthy condition: what clean-up leaves of a hand-written entry. */
export function withoutHealth(entry: KubeObject): KubeObject {
  const others = conditionsOf(entry).filter((condition) => condition.type !== "Healthy");
  const { conditions: _conditions, ...rest } = entry.status ?? {};
  return { ...entry, status: others.length > 0 ? { ...rest, conditions: others } : rest };
}

/** The few values of an entry that decide about its clean-up. */
export interface CleanupMarks {
  readonly registered: boolean;
  readonly healthChecked: boolean;
  readonly connectedAt: string | undefined;
  readonly disconnectedAt: string | undefined;
}

export function cleanupMarksOf(entry: KubeObject): CleanupMarks {
  const marks = marksOf(entry);
  return {
    registered: (marks[registrationGroup] ?? "") !== "",
    healthChecked: (marks[controllerMark] ?? "") !== "" && conditionsOf(entry).some((condition) => condition.type === "Healthy"),
    connectedAt: marks[connectedMark],
    disconnectedAt: marks[disconnectedMark],
  };
}

/** Is the entry to be cleaned up now? (`shouldCleanupEntry`, docs/istio.md#cleanup; a `connectedAt` in the future counts as leaked.) */
export function isCleanupDue(marks: CleanupMarks, now: bigint, graceMs: number, maxAgeMs: number | null): boolean {
  if (!marks.registered && !marks.healthChecked) return false;
  if (marks.connectedAt !== undefined) {
    if (maxAgeMs === null) return false;
    const connectedAt = parseGoTime(marks.connectedAt);
    if (connectedAt === null) return false;
    return connectedAt > now || now - connectedAt > BigInt(Math.round(maxAgeMs * 1.5)) * 1_000_000n;
  }
  if (marks.disconnectedAt === undefined) return false;
  const left = parseGoTime(marks.disconnectedAt);
  return left === null || now - left >= BigInt(graceMs) * 1_000_000n;
}

/** istiod claims a hand-written entry only if it has the health annotation, whatever its value (docs/istio.md#entry-shapes). */
export function isClaimable(entry: KubeObject): boolean {
  return marksOf(entry)[healthGate] !== undefined;
}

export function isRegistered(entry: KubeObject): boolean {
  return (marksOf(entry)[registrationGroup] ?? "") !== "";
}

function withMarks(entry: KubeObject, annotations: Record<string, string>): KubeObject {
  return { ...entry, metadata: { ...entry.metadata, annotations } };
}
