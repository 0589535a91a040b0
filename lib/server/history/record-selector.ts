import type { Moment } from "@/lib/domain/history/entry-version";
import type { FieldChange } from "@/lib/domain/history/field-changes";
import { selectingChanges } from "@/lib/domain/history/selecting-changes";
import type { Transition, TransitionType } from "@/lib/domain/history/transition";
import type { Selecting, SelectingKind } from "@/lib/domain/selecting";
import type { SelectorTable } from "@/lib/server/fleet/selector-table";
import type { HistoryRecord, RecordedVersion, SubjectKey } from "./history-record";
import type { OpenVersion } from "./open-versions";
import { storedSelecting } from "./stored";
import { unseenBy } from "./unseen-by";
import { isCountedBack } from "./version-keys";
import { momentOf, type Windows } from "./windows";

export interface SelectorRecorderParts {
  readonly table: SelectorTable;
  readonly windows: Windows;
  readonly now: () => number;
  readonly append: (records: readonly HistoryRecord[]) => void;
}

const SUBJECTS = { services: "service", serviceentries: "serviceentry" } as const satisfies Record<SelectingKind, SubjectKey["kind"]>;

/** Turns what happens to Services and ServiceEntries into records. */
export class SelectorRecorder {
  /** Objects whose versions the server has counted anew since one was written. */
  readonly #countedBack = new Set<string>();

  constructor(private readonly parts: SelectorRecorderParts) {}

  changed(before: Selecting | null, after: Selecting | null): void {
    const subject = after ?? before;
    if (subject === null) return;
    const { windows, now } = this.parts;
    const source = windows.covering(subject.cluster, subject.kind, subject.namespace);
    if (source === undefined || !source.recording) return;
    if (after === null && source.freshness.kind !== "live" && source.freshness.kind !== "catching-up") {
      // Taken away with the right to see it: that says nothing about the object.
      windows.close(source, now(), unseenBy(source.freshness));
      source.recording = false;
      return;
    }
    source.lastChangeAt = now();
    this.#turn(before, after, momentOf(source, now(), "seen"));
  }

  /** Compares one object with the version that the history has open. */
  adopt(after: Selecting, open: OpenVersion | undefined, lastSeen: number | null): void {
    const at = this.parts.now();
    const since = open?.validFrom ?? after.createdAt ?? 0;
    const before = open === undefined ? null : selectingOf(open, after.kind);
    this.#turn(before, after, { at, notBefore: Math.min(at, Math.max(lastSeen ?? 0, since)) });
  }

  /** An object that the history has open is no longer there. */
  missing(open: OpenVersion, kind: SelectingKind, lastSeen: number | null): void {
    const { cluster, uid } = open.subject;
    if (this.parts.table.get(cluster, kind, uid) !== undefined) return;
    const at = this.parts.now();
    this.#turn(selectingOf(open, kind), null, { at, notBefore: Math.min(at, lastSeen ?? open.validFrom) });
  }

  #turn(before: Selecting | null, after: Selecting | null, moment: Moment): void {
    if (after === null) return before === null ? undefined : this.#end(before, moment);
    if (before === null) return this.#write(after, "service-created", [], moment, true);
    if (isCountedBack(before.resourceVersion, after.resourceVersion)) this.#countedBack.add(nameOf(after));
    const changes = selectingChanges(before, after);
    if (changes.length > 0) this.#write(after, "service-changed", changes, moment, this.#countedBack.has(nameOf(after)));
  }

  #write(value: Selecting, type: TransitionType, changes: readonly FieldChange[], moment: Moment, recounted: boolean): void {
    this.#countedBack.delete(nameOf(value));
    const facts = { kind: "changes", changes, more: 0 } as const;
    const transition: Transition = { type, from: "", to: "", detail: "", ...moment, ...(changes.length > 0 && { facts }) };
    const version = { ...versionOf(value, moment), recounted };
    this.parts.append([{ kind: "version", subject: subjectOf(value), series: null, version, transitions: [transition] }]);
  }

  #end(value: Selecting, moment: Moment): void {
    this.#countedBack.delete(nameOf(value));
    const transition: Transition = { type: "service-deleted", from: "", to: "", detail: "", ...moment };
    this.parts.append([{ kind: "ended", subject: subjectOf(value), series: null, moment, transitions: [transition] }]);
  }
}

function selectingOf({ subject, ...parts }: OpenVersion, kind: SelectingKind): Selecting {
  return storedSelecting({ ...subject, kind }, parts);
}

function versionOf(value: Selecting, moment: Moment): Omit<RecordedVersion, "recounted"> {
  const { cluster: _, kind: __, namespace: ___, name: ____, uid: _____, resourceVersion, ...shape } = value;
  return { shape, moving: { resourceVersion }, versionKey: resourceVersion, ...moment, state: -1, servingClass: 0, vouched: true, connection: "" };
}

function subjectOf({ cluster, kind, namespace, name, uid }: Selecting): SubjectKey {
  return { cluster, kind: SUBJECTS[kind], namespace, name, uid };
}

function nameOf({ cluster, kind, uid }: Selecting): string {
  return `${cluster}\n${kind}\n${uid}`;
}
