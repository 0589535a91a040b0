import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { EntryVersion, EventTime } from "@/lib/domain/history/ending-evidence";
import type { Transition } from "@/lib/domain/history/transition";
import { type TransitionContext, transitionsBetween } from "@/lib/domain/history/transitions-between";
import { codeOfState } from "@/lib/domain/verdict/state-code";
import type { State } from "@/lib/domain/verdict/verdict";
import type { Clock } from "@/lib/server/clock";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup, GroupDeletion } from "@/lib/server/fleet/fleet-group";
import type { RememberingFleet } from "@/lib/server/fleet/fleet-reader";
import { isPlannedToGo } from "@/lib/server/fleet/planned-gone";
import { VersionColumn } from "@/lib/server/fleet/version-column";
import { HeldEndings } from "./held-endings";
import type { HistoryRecord, SeriesKey } from "./history-record";
import type { Levels } from "./levels";
import { fateOfOwner, type GoneGroups } from "./owner-fate";
import { isPlannedWord } from "./queries/endings";
import { Recent } from "./recent";
import { type JudgedVersion, recordedOf, seriesAt, seriesOf, subjectOf } from "./version-at";
import { isCountedBack, judgedKey, otherKey, writtenKey } from "./version-keys";
import type { Windows } from "./windows";

/** So many names are remembered after their entry ended, to tell the next one's predecessor. */
const NAMES_MOST = 10_000;

export interface EntryRecorderParts {
  readonly fleet: RememberingFleet;
  readonly windows: Windows;
  readonly levels: Levels;
  readonly goneGroups: GoneGroups;
  readonly clock: Clock;
  readonly append: (records: readonly HistoryRecord[]) => void;
  readonly losses: LossListener;
}

export interface WriteOptions {
  readonly mayBeBack?: boolean;
  readonly reported?: EntryVersion | null;
}

/** Hears of machines that went, in the very moment: the record tells of them later. */
export interface LossListener {
  /** A machine left without a plan, in this state. */
  lost(group: FleetGroup, name: string, at: number, state: State): void;
  /** It has turned out that somebody did. */
  meant(group: FleetGroup, name: string): void;
  /** The object of a group was deleted. */
  deleted(group: SeriesKey, deletion: GroupDeletion): void;
}

/** Writes versions of entries and their ends as records: under which key, with which transitions, and an end only once its cause is sure. */
export class VersionWriter {
  readonly #names = new Recent<string>(NAMES_MOST);
  /** By reference: the resourceVersion under which the history knows an entry: that of the fleet moves on also where nothing is told. */
  readonly #written = new VersionColumn();
  readonly #held: HeldEndings;

  constructor(private readonly parts: EntryRecorderParts) {
    this.#held = new HeldEndings(parts.clock);
    parts.goneGroups.onGone((uid) => this.#held.releaseOwned(uid));
  }

  /** Writes what waited: nothing that was seen before may come after what is written next. */
  release(): void {
    this.#held.release();
  }

  /** Forgets what waited. */
  drop(): void {
    this.#held.drop();
  }

  grow(size: number): void {
    this.#written.grow(size);
  }

  /** The history knows an entry by this resourceVersion. */
  isWritten(ref: EntryRef, resourceVersion: string): void {
    this.#written.set(ref, resourceVersion);
  }

  /** What the history has open is no longer there. */
  endMissing(before: EntryVersion, moment: EventTime): void {
    this.#names.set(nameOf(before.entry), before.entry.uid);
    const [series, transitions] = [seriesOf(before.entry), transitionsBetween(before, null, moment, this.#context(before))];
    const group = this.parts.fleet.group(series.cluster, series.namespace, series.group);
    if (group !== null && !isPlannedWord(transitions[0]?.to ?? "")) this.parts.losses.lost(group, before.entry.name, moment.at, before.verdict.state);
    this.#end(before, moment, series, transitions);
  }

  /** That its group was deleted, which another watch tells, may be heard a moment later. */
  endOnceSure(before: EntryVersion, moment: EventTime, series: SeriesKey, group: FleetGroup): void {
    const { uid, owner } = before.entry;
    this.#names.set(nameOf(before.entry), uid);
    const told = () => transitionsBetween(before, null, moment, this.#context(before));
    const transitions = told();
    const [ended] = transitions;
    const mayChange = ended?.evidence?.owner.kind === "there" && ended.to !== "left" && ended.to !== "swept" && ended.to !== "found-missing";
    const isLost = !isPlannedWord(ended?.to ?? "");
    if (isLost) this.parts.losses.lost(group, before.entry.name, moment.at, before.verdict.state);
    if (!mayChange || owner === null) return this.#end(before, moment, series, transitions);
    const write = () => {
      const now = told();
      if (isLost && isPlannedWord(now[0]?.to ?? "")) this.parts.losses.meant(group, before.entry.name);
      this.#end(before, moment, series, now);
    };
    this.#held.hold({ uid, ownerUid: owner.uid, write });
  }

  /** Writes a version and what changed by it since `reported`, the version before by default. `mayBeBack`: it may be one that was ended. */
  write(ref: EntryRef, before: EntryVersion | null, after: JudgedVersion, moment: EventTime, key: string, how: WriteOptions = {}): void {
    const { mayBeBack = false, reported = before } = how;
    this.#held.releaseOne(after.entry.uid);
    const isOther = before !== null && key === writtenKey(after) && this.#written.text(ref) === after.entry.resourceVersion;
    const versionKey = isOther ? otherKey(after) : key;
    const transitions = transitionsBetween(reported, after, moment, this.#context(after));
    const recounted = before === null ? mayBeBack : isCountedBack(this.#written.text(ref), after.entry.resourceVersion);
    const isFirst = before === null;
    const stateBefore = isFirst ? {} : { stateBefore: codeOfState(before.verdict.state) };
    const version = recordedOf(after, moment, { versionKey, recounted, isFirst, ...stateBefore });
    this.#written.set(ref, after.entry.resourceVersion);
    this.parts.append([{ kind: "version", subject: subjectOf(after.entry), series: seriesAt(this.parts.fleet, ref), version, transitions }]);
  }

  /** The same was seen again. */
  confirm(entry: WorkloadEntry, at: number): void {
    this.parts.append([{ kind: "confirmed", subject: subjectOf(entry), at }]);
  }

  #end({ entry }: EntryVersion, moment: EventTime, series: SeriesKey | null, transitions: readonly Transition[]): void {
    this.parts.append([{ kind: "ended", subject: subjectOf(entry), series, moment, transitions }]);
  }

  /** A list named the new entry before it showed that the old one was gone. */
  overtaken({ uid }: WorkloadEntry, heir: EntryRef, { at, notBefore }: EventTime): void {
    const { fleet, append } = this.parts;
    const entry = fleet.entry(heir);
    const transition: Transition = { type: "incarnation", from: uid, to: entry.uid, detail: "", at, notBefore };
    append([{ kind: "happened", subject: subjectOf(entry), series: seriesAt(fleet, heir), versionKey: `incarnation:${uid}`, transitions: [transition] }]);
  }

  /** The key of a version that only judges anew. */
  judgedKey(after: EntryVersion): string {
    return judgedKey(after, this.parts.fleet.worldOf(after.entry.cluster));
  }

  #context({ entry }: EntryVersion): TransitionContext {
    const { fleet, windows, goneGroups } = this.parts;
    const predecessor = this.#names.get(nameOf(entry)) ?? "";
    const planned = isPlannedToGo(entry, fleet);
    return { predecessor, owner: fateOfOwner(entry, fleet, windows, goneGroups), planned, world: fleet.worldOf(entry.cluster) };
  }
}

function nameOf({ cluster, namespace, name }: WorkloadEntry): string {
  return `${cluster}\n${namespace}\n${name}`;
}
