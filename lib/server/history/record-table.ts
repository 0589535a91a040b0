import type { EventTime } from "@/lib/domain/history/ending-evidence";
import type { FieldChange } from "@/lib/domain/history/object-changes";
import type { Transition, TransitionType } from "@/lib/domain/history/transition";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import type { RecordedTable } from "@/lib/server/cluster/kind";
import { recordedKind } from "@/lib/server/cluster/kinds";
import { TABLE_SOURCES, type TableSource, type Tables, tableOf } from "@/lib/server/cluster/tables";
import type { ObjectTable } from "@/lib/server/table/indexed-table";
import type { ComparedObject, SettledVersions } from "./adoption";
import type { HistoryRecord, RecordedVersion, SubjectKey } from "./history-record";
import type { OpenVersion } from "./open-versions";
import { storedObject } from "./stored";
import { isOutOfSight, unseenBy } from "./unseen-by";
import { FIRST_VERSION, fullerKey, isCountedBack, type VersionOrder } from "./version-keys";
import { momentOf, type Windows } from "./windows";

export interface TableRecorderParts {
  readonly source: TableSource;
  readonly table: ObjectTable<IndexedTableObject>;
  readonly recorded: RecordedTable<IndexedTableObject>;
  readonly windows: Windows;
  readonly now: () => number;
  readonly append: (records: readonly HistoryRecord[]) => void;
}

/** A recorder for each source of a fleet whose objects are kept in a table and recorded. */
export function tableRecorders(tables: Tables, parts: Pick<TableRecorderParts, "windows" | "now" | "append">): ReadonlyMap<string, TableRecorder> {
  return new Map(
    TABLE_SOURCES.flatMap((source) => {
      const recorded = recordedKind(source);
      if (recorded?.recordedBy !== "table") return [];
      return [[source, new TableRecorder({ ...parts, source, table: tableOf(tables, source), recorded })] as const];
    }),
  );
}

/** Turns what happens to the objects of one table into records. */
export class TableRecorder {
  /** Objects whose versions the server has counted anew since one was written. */
  readonly #countedBack = new Set<string>();

  constructor(private readonly parts: TableRecorderParts) {}

  /** Hears of every change of the table until the returned function is called. */
  hook(): () => void {
    return this.parts.table.hook((before, after) => this.changed(before, after));
  }

  changed(before: IndexedTableObject | null, after: IndexedTableObject | null): void {
    const subject = after ?? before;
    if (subject === null) return;
    const { windows, now } = this.parts;
    const source = windows.covering(subject.cluster, this.parts.source, subject.namespace);
    if (source === undefined || !source.recording) return;
    if (after === null && isOutOfSight(source.freshness)) {
      // Taken away with the right to see it: that says nothing about the object.
      windows.close(source, now(), unseenBy(source.freshness));
      source.recording = false;
      return;
    }
    source.lastChangeAt = now();
    this.#turn(before, after, momentOf(source, now(), "seen"));
  }

  /** Records the differences between a cluster's objects in a namespace ("*" = all) and the open versions in the history. */
  reconcile(cluster: string, namespace: string, { open, ignored, lastSeen }: SettledVersions): void {
    const unknown = new Map(open);
    for (const value of this.#objectsIn(cluster, namespace)) {
      if (!ignored.has(value.uid)) this.#adopt(value, open.get(value.uid), lastSeen);
      unknown.delete(value.uid);
    }
    for (const [uid, version] of unknown) if (!ignored.has(uid)) this.#missing(version, lastSeen);
  }

  compared(cluster: string, namespace: string, open: ReadonlyMap<string, OpenVersion>): readonly (readonly [uid: string, compared: ComparedObject])[] {
    return this.#objectsIn(cluster, namespace).map((value) => [value.uid, this.#compared(value, open.get(value.uid))]);
  }

  #compared(value: IndexedTableObject, open: OpenVersion | undefined): ComparedObject {
    const own = value.resourceVersion;
    if (open === undefined) return { own, open: null, openSince: null, isSame: false, state: own };
    const before = storedObject(this.parts.recorded, open.subject, open);
    const isSame = !isCountedBack(before.resourceVersion, own) && this.parts.recorded.changes(before, value).length === 0;
    return { own, open: before.resourceVersion, openSince: open.validFrom, isSame, state: own };
  }

  #objectsIn(cluster: string, namespace: string): readonly IndexedTableObject[] {
    const { table } = this.parts;
    return (namespace === "*" ? [...table.values()] : [...table.inNamespace(cluster, namespace)]).filter((value) => value.cluster === cluster);
  }

  /** The kind under which its objects are stored. */
  get subject(): SubjectKey["kind"] {
    return this.parts.recorded.subject;
  }

  #adopt(after: IndexedTableObject, open: OpenVersion | undefined, lastSeen: number | null): void {
    const at = this.parts.now();
    const since = open?.validFrom ?? after.createdAt ?? 0;
    const before = open === undefined ? null : storedObject(this.parts.recorded, open.subject, open);
    this.#turn(before, after, { at, notBefore: Math.min(at, Math.max(lastSeen ?? 0, since)) });
  }

  /** An object that the history has open is no longer there. */
  #missing(open: OpenVersion, lastSeen: number | null): void {
    const { cluster, uid } = open.subject;
    if (this.parts.table.get(cluster, uid) !== undefined) return;
    const at = this.parts.now();
    this.#turn(storedObject(this.parts.recorded, open.subject, open), null, { at, notBefore: Math.min(at, lastSeen ?? open.validFrom) });
  }

  #turn(before: IndexedTableObject | null, after: IndexedTableObject | null, moment: EventTime): void {
    const { created, changed } = this.parts.recorded.transitions;
    if (after === null) return before === null ? undefined : this.#end(before, moment);
    if (before === null) return this.#write(after, created, [], moment, FIRST_VERSION);
    if (isCountedBack(before.resourceVersion, after.resourceVersion)) this.#countedBack.add(nameOf(after));
    const changes = this.parts.recorded.changes(before, after);
    if (changes.length > 0) this.#write(after, changed, changes, moment, { recounted: this.#countedBack.has(nameOf(after)), isFirst: false });
    else if (this.parts.recorded.knowsMore(before, after)) this.#complete(after, moment);
  }

  #write(value: IndexedTableObject, type: TransitionType, changes: readonly FieldChange[], moment: EventTime, order: VersionOrder): void {
    this.#countedBack.delete(nameOf(value));
    const facts = { kind: "changes", changes, more: 0 } as const;
    const transition: Transition = { type, from: "", to: "", detail: "", ...moment, ...(changes.length > 0 && { facts }) };
    const version = { ...versionOf(value, moment), ...order };
    this.parts.append([{ kind: "version", subject: this.#subjectOf(value), series: null, version, transitions: [transition] }]);
  }

  /** Writes what is known of a version whose record lacks it: beside that one, under a name of its own. */
  #complete(value: IndexedTableObject, moment: EventTime): void {
    const version = { ...versionOf(value, moment), recounted: false, isFirst: false };
    const versionKey = fullerKey(version.versionKey, version.shape);
    this.parts.append([{ kind: "version", subject: this.#subjectOf(value), series: null, version: { ...version, versionKey }, transitions: [] }]);
  }

  #end(value: IndexedTableObject, moment: EventTime): void {
    this.#countedBack.delete(nameOf(value));
    const transition: Transition = { type: this.parts.recorded.transitions.deleted, from: "", to: "", detail: "", ...moment };
    this.parts.append([{ kind: "ended", subject: this.#subjectOf(value), series: null, moment, transitions: [transition] }]);
  }

  #subjectOf({ cluster, namespace, name, uid }: IndexedTableObject): SubjectKey {
    return { cluster, kind: this.parts.recorded.subject, namespace, name, uid };
  }
}

function versionOf(value: IndexedTableObject, moment: EventTime): Omit<RecordedVersion, keyof VersionOrder> {
  const { cluster: _, kind: __, namespace: ___, name: ____, uid: _____, resourceVersion, ...shape } = value;
  return { shape, moving: { resourceVersion }, versionKey: resourceVersion, ...moment, state: -1, servingClass: 0, vouched: true, connection: "" };
}

function nameOf({ cluster, uid }: IndexedTableObject): string {
  return `${cluster}\n${uid}`;
}
