import { membershipOf } from "@/lib/domain/entry/membership";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { EntryVersion, EventTime } from "@/lib/domain/history/ending-evidence";
import { splitEntryForHistory } from "@/lib/domain/history/entry-parts";
import { servingOf } from "@/lib/domain/verdict/serving";
import type { Since } from "@/lib/domain/verdict/since";
import { codeOfState, stateOfCode } from "@/lib/domain/verdict/state-code";
import { CONNECTIONS } from "@/lib/domain/verdict/verdict";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { RecordedVersion, SeriesKey, SubjectKey } from "./history-record";
import type { OpenVersion } from "./open-versions";
import { storedEntry } from "./stored";

/** An entry with what was judged of it when it last changed. */
export interface JudgedVersion extends EntryVersion {
  readonly servingClass: number;
  /** When its state began. */
  readonly since: Since;
}

type NamedVersion = Pick<RecordedVersion, "versionKey" | "recounted" | "isFirst" | "stateBefore">;

/** What is there now. */
export function versionAt(fleet: FleetReader, ref: EntryRef): JudgedVersion {
  const entry = fleet.entry(ref);
  const { state, vouched, servingClass, connection, since } = fleet.judged(ref);
  return { entry, verdict: { connection: { kind: connection }, serving: servingOf(entry), state, vouched }, servingClass, since };
}

/** What the history holds as the last known of an entry. */
export function versionOfOpen({ subject, state, vouched, connection, ...parts }: OpenVersion): EntryVersion {
  const entry = storedEntry(subject, parts);
  const kind = CONNECTIONS.find((one) => one === connection) ?? "never";
  return { entry, verdict: { connection: { kind }, serving: servingOf(entry), state: stateOfCode(state) ?? "unreadable", vouched } };
}

/** A version as the recorder reports it. `named`: its key, how it may be numbered, and what the recorder knows of the version before it. */
export function recordedOf({ entry, verdict, servingClass, since }: JudgedVersion, moment: EventTime, named: NamedVersion): RecordedVersion {
  const { state, vouched, connection } = verdict;
  const { shape, moving } = splitEntryForHistory(entry);
  const { at, notBefore } = moment;
  return { shape, moving, ...named, at, notBefore, since, state: codeOfState(state), servingClass, vouched, connection: connection.kind };
}

export function subjectOf({ cluster, namespace, name, uid }: WorkloadEntry): SubjectKey {
  return { cluster, kind: "entry", namespace, name, uid };
}

/** The group whose machine an entry is. */
export function seriesAt(fleet: FleetReader, entry: EntryRef): SeriesKey {
  const { place, name } = fleet.groupOf(entry);
  return { cluster: place.cluster, namespace: place.namespace, group: name };
}

/** The group of an entry that is not in the fleet. */
export function seriesOf(entry: WorkloadEntry): SeriesKey {
  return { cluster: entry.cluster, namespace: entry.namespace, group: membershipOf(entry).group };
}

/** Is one word of the verdict another? */
export function isJudgedAnew(a: EntryVersion["verdict"], b: EntryVersion["verdict"]): boolean {
  return a.state !== b.state || a.serving.kind !== b.serving.kind || a.vouched !== b.vouched || a.connection.kind !== b.connection.kind;
}
