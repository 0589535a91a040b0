import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { EventTime } from "@/lib/domain/history/ending-evidence";
import { groupChanges } from "@/lib/domain/history/object-changes";
import type { Transition, TransitionType } from "@/lib/domain/history/transition";
import type { MachineOfDeletedGroup, TransitionFacts } from "@/lib/domain/history/transition-facts";
import { isOpenConnection } from "@/lib/domain/verdict/verdict";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { ComparedObject } from "./adoption";
import type { HistoryRecord, RecordedVersion, SeriesKey, SubjectKey } from "./history-record";
import { groupName } from "./levels";
import type { OpenVersion } from "./open-versions";
import type { GoneGroups } from "./owner-fate";
import { storedGroup } from "./stored";
import { isOutOfSight, unseenBy } from "./unseen-by";
import { FIRST_VERSION, isCountedBack, type VersionOrder } from "./version-keys";
import type { LossListener } from "./version-writer";
import { momentOf, type Windows } from "./windows";

/** So many machines are named where a group goes that had some. */
const NAMED_MOST = 20;

export interface GroupRecorderParts {
  readonly fleet: FleetReader;
  readonly windows: Windows;
  readonly goneGroups: GoneGroups;
  readonly now: () => number;
  readonly append: (records: readonly HistoryRecord[]) => void;
  readonly losses: Pick<LossListener, "deleted">;
}

/** Turns what happens to groups into records. */
export class GroupRecorder {
  /** The version that the history has open, by name: of a group there is one object at a time. */
  readonly #known = new Map<string, WorkloadGroup>();

  constructor(private readonly parts: GroupRecorderParts) {}

  forgetAll(): void {
    this.#known.clear();
  }

  /** A group's own object came, changed or went. */
  changed(record: FleetGroup): void {
    const { windows, now } = this.parts;
    const { cluster, namespace } = record.place;
    const source = windows.covering(cluster, "workloadgroups", namespace);
    if (source === undefined || !source.recording) return;
    if (record.object === null && isOutOfSight(source.freshness)) {
      // Taken away with the right to see it: that says nothing about the group.
      windows.close(source, now(), unseenBy(source.freshness));
      source.recording = false;
      this.#known.delete(groupName(record));
      return;
    }
    source.lastChangeAt = now();
    this.#turn(record, this.#known.get(groupName(record)) ?? null, momentOf(source, now(), "seen"));
  }

  /** Compares a group with the version that the history has open. */
  adopt(record: FleetGroup, open: OpenVersion | undefined, lastSeen: number | null): void {
    const { object } = record;
    if (object === null) return;
    const at = this.parts.now();
    const since = open?.validFrom ?? object.createdAt ?? 0;
    const known = this.#known.get(groupName(record));
    // What this recorder wrote last may not be in the tables yet.
    const own = known?.uid === object.uid ? known : null;
    this.#turn(record, own ?? (open === undefined ? null : groupOf(open)), { at, notBefore: Math.min(at, Math.max(lastSeen ?? 0, since)) });
  }

  compared({ object, ...record }: FleetGroup, open: OpenVersion | undefined): ComparedObject {
    const own = object?.resourceVersion ?? null;
    const known = this.#known.get(groupName({ object, ...record }));
    // What this recorder wrote last may not be in the tables yet.
    const written = known !== undefined && known.uid === object?.uid ? known : null;
    const before = written ?? (open === undefined ? null : groupOf(open));
    const openSince = written === null && open !== undefined ? open.validFrom : null;
    const isSame =
      object !== null && before !== null && !isCountedBack(before.resourceVersion, object.resourceVersion) && groupChanges(before, object).length === 0;
    return { own, open: before?.resourceVersion ?? null, openSince, isSame, state: own ?? "" };
  }

  /** The history has a newer version of a group. Writes nothing now, and records later changes. */
  ignore(record: FleetGroup): void {
    if (record.object !== null) this.#known.set(groupName(record), record.object);
  }

  /** A group that the history has open is no longer there. */
  missing(open: OpenVersion, lastSeen: number | null): void {
    const group = groupOf(open);
    const { cluster, namespace, name } = group;
    if (this.parts.fleet.group(cluster, namespace, name)?.object?.uid === group.uid) return;
    const at = this.parts.now();
    this.#end(group, { at, notBefore: Math.min(at, lastSeen ?? open.validFrom) }, "", null);
  }

  #turn(record: FleetGroup, before: WorkloadGroup | null, moment: EventTime): void {
    const { object } = record;
    if (before !== null && before.uid !== object?.uid) this.#end(before, moment, ...this.#left(record));
    if (object === null) return void this.#known.delete(groupName(record));
    if (before === null || before.uid !== object.uid) return this.#write(record, object, "group-created", null, moment, FIRST_VERSION);
    const changes = groupChanges(before, object);
    const order = { recounted: isCountedBack(before.resourceVersion, object.resourceVersion), isFirst: false };
    if (changes.length > 0) this.#write(record, object, "group-edited", { kind: "changes", changes, more: 0 }, moment, order);
    // Not the new one: numbers are counted back from the version that is written.
    else this.#known.set(groupName(record), before);
  }

  #write(record: FleetGroup, group: WorkloadGroup, type: TransitionType, facts: TransitionFacts | null, moment: EventTime, order: VersionOrder): void {
    this.#known.set(groupName(record), group);
    const transition: Transition = { type, from: "", to: "", detail: "", ...moment, ...(facts !== null && { facts }) };
    const version = { ...versionOf(group, moment), ...order };
    this.parts.append([{ kind: "version", subject: subjectOf(group), series: seriesOf(group), version, transitions: [transition] }]);
  }

  /** `left`: how many of its machines are still there, and what became of them. */
  #end(group: WorkloadGroup, moment: EventTime, left: string, facts: TransitionFacts | null): void {
    const transition: Transition = { type: "group-deleted", from: left, to: "", detail: "", ...moment, ...(facts !== null && { facts }) };
    this.parts.append([{ kind: "ended", subject: subjectOf(group), series: seriesOf(group), moment, transitions: [transition] }]);
    this.parts.goneGroups.set(group.uid, moment);
    this.parts.losses.deleted(seriesOf(group), { at: moment.at, notBefore: moment.notBefore });
  }

  /**
   * The machines that a group leaves behind: Kubernetes removes their entries, but who is connected stays so, out of the mesh (docs/istio.md#group-deletion).
   */
  #left(group: FleetGroup): readonly [left: string, facts: TransitionFacts] {
    const { fleet } = this.parts;
    const machines: MachineOfDeletedGroup[] = [];
    for (const entry of fleet.members(group)) {
      if (machines.length === NAMED_MOST) break;
      machines.push({ name: fleet.nameOf(entry), replica: isOpenConnection(fleet.judged(entry).connection) ? fleet.trait(entry, "replica") : null });
    }
    return [String(group.members.size), { kind: "left", machines }];
  }
}

function groupOf({ subject, ...parts }: OpenVersion): WorkloadGroup {
  return storedGroup(subject, parts);
}

function versionOf(group: WorkloadGroup, moment: EventTime): Omit<RecordedVersion, keyof VersionOrder> {
  const { cluster: _, namespace: __, name: ___, uid: ____, resourceVersion, lastWriter, generation, ...shape } = group;
  const unjudged = { state: -1, servingClass: 0, vouched: true, connection: "" };
  return { shape, moving: { resourceVersion, lastWriter, generation }, versionKey: resourceVersion, ...moment, ...unjudged };
}

function subjectOf({ cluster, namespace, name, uid }: WorkloadGroup): SubjectKey {
  return { cluster, kind: "group", namespace, name, uid };
}

function seriesOf({ cluster, namespace, name }: WorkloadGroup): SeriesKey {
  return { cluster, namespace, group: name };
}
