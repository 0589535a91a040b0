import { entryParts } from "@/lib/domain/history/entry-parts";
import type { EntryVersion, Moment } from "@/lib/domain/history/entry-version";
import { servingOf } from "@/lib/domain/serving-of";
import type { Since } from "@/lib/domain/since";
import { codeOfState, stateOfCode } from "@/lib/domain/state-code";
import { CONNECTIONS, STATES } from "@/lib/domain/verdict";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { FleetStore } from "@/lib/server/fleet/fleet-store";
import { connectionKindAt } from "@/lib/server/fleet/verdict-columns";
import type { RecordedVersion, SeriesKey, SubjectKey } from "./history-record";
import type { OpenVersion } from "./open-versions";
import { storedEntry } from "./stored";

/** An entry with what was judged of it when it last changed. */
export interface SlotVersion extends EntryVersion {
  readonly servingClass: number;
  /** When its state began. */
  readonly since: Since;
}

/** What a slot holds now. */
export function versionAt(store: FleetStore, slot: number): SlotVersion {
  const { columns } = store;
  const { state, vouched, servingClass } = columns.derivedBytes;
  const entry = store.entry(slot);
  return {
    entry,
    verdict: {
      connection: { kind: connectionKindAt(columns, slot) },
      serving: servingOf(entry),
      state: STATES[state[slot] ?? 0] ?? "unreadable",
      vouched: vouched[slot] === 1,
    },
    servingClass: servingClass[slot] ?? 0,
    since: columns.since(slot),
  };
}

/** What the history holds as the last known of an entry. */
export function versionOfOpen({ subject, state, vouched, connection, ...parts }: OpenVersion): EntryVersion {
  const entry = storedEntry(subject, parts);
  const kind = CONNECTIONS.find((one) => one === connection) ?? "never";
  return { entry, verdict: { connection: { kind }, serving: servingOf(entry), state: stateOfCode(state) ?? "unreadable", vouched } };
}

export function recordedOf({ entry, verdict, servingClass, since }: SlotVersion, versionKey: string, moment: Moment, recounted: boolean): RecordedVersion {
  const { state, vouched, connection } = verdict;
  const { shape, moving } = entryParts(entry);
  const { at, notBefore } = moment;
  return { shape, moving, versionKey, recounted, at, notBefore, since, state: codeOfState(state), servingClass, vouched, connection: connection.kind };
}

export function subjectOf({ cluster, namespace, name, uid }: WorkloadEntry): SubjectKey {
  return { cluster, kind: "entry", namespace, name, uid };
}

/** The group whose machine a slot is. */
export function seriesAt(store: FleetStore, slot: number): SeriesKey {
  const { place, name } = store.groups.at(store.columns.int("group", slot));
  return { cluster: place.cluster, namespace: place.namespace, group: name };
}

/** Is one word of the verdict another? */
export function isJudgedAnew(a: EntryVersion["verdict"], b: EntryVersion["verdict"]): boolean {
  return a.state !== b.state || a.serving.kind !== b.serving.kind || a.vouched !== b.vouched || a.connection.kind !== b.connection.kind;
}
